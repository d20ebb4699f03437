// Raises numbers to a power modulo the group's prime, in a thread of its own. Plain JavaScript, so
// that the same file runs from the sources and from the build.
const { createDiffieHellman } = require('node:crypto');
const { parentPort, workerData } = require('node:worker_threads');

const prime = Buffer.from(workerData.prime);
const N = fromBytes(prime);
// OpenSSL's Diffie-Hellman is the one native modular exponentiation that Node offers; its time depends on
// the exponent's length alone. One object serves all: making it costs more than using it.
const group = makeGroup();
parentPort.postMessage({ id: 0 });

parentPort.on('message', ({ id, base, exponent, then }) => {
  try {
    const first = power(base, exponent);
    const result = then ? power(then.factor * first, then.exponent) : first;
    parentPort.postMessage({ id, result });
  } catch (error) {
    parentPort.postMessage({ id, error: error.message });
  }
});

/**
 * OpenSSL knows the group by its prime and generator. From 3.5 on (Node 22 and 24) it refuses half of all numbers in
 * a group that it knows, since they are no powers of the generator, and takes ten times as long to find out; a sign-in
 * of a stranger computes with such numbers. The generator plays no part in what is computed here, so another one makes
 * the group unknown. OpenSSL then tests the prime once, which takes a second or two.
 */
function makeGroup() {
  const known = createDiffieHellman(prime, 2);
  try {
    known.setPrivateKey(toBytes(3n));
    // No power of 2: 4 is a square, and -1 is none.
    known.computeSecret(toBytes(N - 4n));
    return known;
  } catch {
    return createDiffieHellman(prime, 5);
  }
}

function power(base, exponent) {
  const reduced = base % N;
  // OpenSSL refuses these as public keys; their powers need no computing.
  if (exponent === 0n || reduced === 1n) return 1n;
  if (reduced === 0n) return 0n;
  if (reduced === N - 1n) return exponent % 2n === 0n ? 1n : reduced;
  group.setPrivateKey(toBytes(exponent));
  return fromBytes(group.computeSecret(toBytes(reduced)));
}

function toBytes(value) {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

function fromBytes(bytes) {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
