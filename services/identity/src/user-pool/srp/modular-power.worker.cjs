// Raises numbers to a power modulo the group's prime, in a thread of its own. Plain JavaScript, so
// that the same file runs from the sources and from the build.
const { createDiffieHellman } = require('node:crypto');
const { parentPort, workerData } = require('node:worker_threads');

// OpenSSL's Diffie-Hellman is the one native modular exponentiation that Node offers; its time depends on
// the exponent's length alone. One object serves all: making it costs more than using it.
const group = createDiffieHellman(Buffer.from(workerData.prime), 2);

parentPort.on('message', ({ id, base, exponent }) => {
  try {
    group.setPrivateKey(Buffer.from(exponent));
    parentPort.postMessage({ id, result: group.computeSecret(Buffer.from(base)) });
  } catch (error) {
    parentPort.postMessage({ id, error: error.message });
  }
});
