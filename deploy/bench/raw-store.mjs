// Takes a body to disk as surely as the object store does, and does nothing else.
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listenForBench } from './processes.mjs';

const FOLDER = process.env.FOLDER ?? '';
const FILE = path.join(FOLDER, 'object');
/** As much as the object store writes at once. */
const BATCH_BYTES = 1024 * 1024;

listenForBench(
  http.createServer((request, response) => {
    keep(request)
      .then(
        () => response.end(),
        (error) => response.writeHead(500).end(String(error)),
      )
      // Not under the next one's clock: giving a large file's blocks back takes a disk a while.
      .then(() => fs.rm(FILE, { force: true }));
  }),
);

/** @param {http.IncomingMessage} body */
async function keep(body) {
  const incoming = `${FILE}.incoming`;
  await pipeline(body, createWriteStream(incoming, { flush: true, highWaterMark: BATCH_BYTES }));
  await fs.rename(incoming, FILE);
  const folder = await fs.open(FOLDER, 'r');
  await folder.sync();
  await folder.close();
}
