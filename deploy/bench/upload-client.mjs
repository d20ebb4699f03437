// Sends a large body from a separate process that is controlled by a message.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const CHUNK = randomBytes(256 * 1024);

/** @typedef {{ url: string, headers: Record<string, string>, bytes: number }} Upload `bytes` in whole chunks of 256 kB */

/** @param {Upload} upload @returns {Promise<void>} */
export function upload(upload) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url));
    child.once('message', (refusal) => {
      if (refusal) reject(new Error(String(refusal)));
      else resolve();
      child.disconnect();
    });
    child.send(upload);
  });
}

/** @param {Upload} upload @returns {Promise<string>} why it was refused */
async function send({ url, headers, bytes }) {
  const request = http.request(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': bytes },
  });
  const answered = new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  await pipeline(Readable.from(chunks(bytes), { objectMode: false }), request);
  const answer = /** @type {http.IncomingMessage} */ (await answered);
  let text = '';
  for await (const part of answer) text += part;
  return answer.statusCode === 200 ? '' : `${answer.statusCode} ${text}`;
}

/** @param {number} bytes */
function* chunks(bytes) {
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.once('message', (order) => {
    send(/** @type {Upload} */ (order)).then(
      (refusal) => process.send?.(refusal),
      (error) => process.send?.(String(error)),
    );
  });
