// Modular exponentiation modulo the group's prime, in a worker thread. Plain JavaScript, so that the same file runs
// from the sources and from the build.
const { createDiffieHellman } = require('node:crypto');
const { parentPort, workerData } = require('node:worker_threads');

const prime = Buffer.from(workerData.prime);
const N = fromBytes(prime);
// OpenSSL's Diffie-Hellman is Node's only native modular exponentiation; its time depends only on the exponent's
// length. Reused, because creating the object costs more than using it.
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
 * OpenSSL recognizes the group by prime and generator. Since 3.5 (Node 22 and 24) it rejects half of all numbers in a
 * known group, because they are no powers of the generator, and needs ten times as long for the check; a stranger's
 * sign-in computes with such numbers. The generator does not affect these computations, so another generator makes the
 * group unknown. OpenSSL then tests the prime once, which takes a second or two.
 */
function makeGroup() {
  const known = createDiffieHellman(prime, 2);
  try {
    known.setPrivateKey(toBytes(3n));
    // Not a power of 2: 4 is a quadratic residue, -1 is not.
    known.computeSecret(toBytes(N - 4n));
    return known;
  } catch {
    return createDiffieHellman(prime, 5);
  }
}

function power(base, exponent) {
  const reduced = base % N;
  // OpenSSL rejects these as public keys; their powers are trivial.
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
