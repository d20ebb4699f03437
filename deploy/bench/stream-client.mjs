// Holds many open streams and counts their events, in a separate process that is controlled by messages.
import { fork } from 'node:child_process';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

/** Streams that are opened at the same time. */
const OPENED_AT_ONCE = 32;

/** @typedef {{ origin: string, token: string }} Wanted one stream of a person */

/** Starts the client. */
export function startStreams() {
  const child = fork(fileURLToPath(import.meta.url));
  return {
    /** @param {Wanted[]} streams @returns {Promise<void>} once all of them have begun */
    open: (streams) =>
      new Promise((resolve, reject) => {
        child.once('message', (error) =>
          error ? reject(new Error(String(error))) : resolve(undefined),
        );
        child.send(streams);
      }),
    async stop() {
      child.kill();
    },
  };
}

const agent = new http.Agent({ keepAlive: false, maxSockets: Infinity });

/** @param {Wanted} wanted @returns {Promise<void>} once its first bytes are there */
function openStream({ origin, token }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = http.get(`${origin}/api/live/`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200)
        reject(new Error(`A stream was answered ${answer.statusCode}`));
      answer.once('data', () => resolve());
      answer.resume();
      answer.once('close', () => reject(new Error('A stream ended.')));
    });
    request.once('error', reject);
  });
}

/** @param {Wanted[]} streams */
async function openAll(streams) {
  const left = [...streams];
  const opener = async () => {
    for (let next = left.pop(); next; next = left.pop()) await openStream(next);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, opener));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.on('message', (streams) => {
    openAll(/** @type {Wanted[]} */ (streams)).then(
      () => process.send?.(''),
      (error) => process.send?.(String(error)),
    );
  });
