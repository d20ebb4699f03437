// Load generator with a fixed number of connections, in a separate process that is controlled by messages.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

/**
 * @typedef {{ origin: string, path: string, headers: Record<string, string>, connections: number, ms: number }} Order
 * @typedef {{ requests: number, seconds: number, bytes: number }} Done `bytes` of each answer
 */

/** Starts the client. */
export function startLoad() {
  const child = fork(fileURLToPath(import.meta.url));
  return {
    /** @param {Order} order @returns {Promise<Done>} */
    run: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (/** @type {Done & { error?: string }} */ done) =>
          done.error ? reject(new Error(done.error)) : resolve(done),
        );
        child.send(order);
      }),
    async stop() {
      child.kill();
    },
  };
}

/** @param {Order} order @returns {Promise<Done>} */
async function work({ origin, path, headers, connections, ms }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const sizes = new Set();
  let requests = 0;
  const startedAt = performance.now();
  const connection = async () => {
    while (performance.now() - startedAt < ms) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      sizes.add((await body.arrayBuffer()).byteLength);
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${statusCode}`);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  if (sizes.size !== 1) throw new Error(`${origin}${path} gave answers of different sizes`);
  return { requests, seconds, bytes: [...sizes][0] };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on('message', (order) => {
    work(/** @type {Order} */ (order)).then(
      (done) => process.send?.(done),
      (error) => process.send?.({ error: String(error) }),
    );
  });
