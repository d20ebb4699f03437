import fs from 'node:fs/promises';
import path from 'node:path';
import { atLeast, cleaningUp, goalTable, middleOfEach, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { cpuMs, peakMegabytes, pidOf, startServer } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';
import { upload } from '../upload-client.mjs';

const BYTES = sized(1024 ** 3, 2 * 1024 ** 2);
const ROUNDS = sized(3, 1);
const GOAL = 0.9;

/**
 * Compares a large upload through the presigned URL with the same bytes to a bare server.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      NODE_ENV: 'production',
      MAX_UPLOAD_MB: '2048',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    // On the same disk.
    const folder = path.join(product.dataDir, 'raw');
    await fs.mkdir(folder);
    const raw = await startServer(path.join(import.meta.dirname, '../raw-store.mjs'), {
      FOLDER: folder,
    });
    atEnd(raw.stop);
    const { token } = await signedIn(product);
    const api = await gameMaster(product, token);
    const store = await pidOf(product.dataDir, 'object-store');
    const idle = await peakMegabytes(store);

    const direct = () => upload({ url: raw.url, headers: {}, bytes: BYTES });
    const rounds = { product: [], raw: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.product.push(await timed(store, () => api.uploadLarge('atlas.bin', BYTES)));
      await api.deleteDocuments();
      rounds.raw.push(await timed(raw.pid, direct));
    }
    return report({
      product: { ...middleOfEach(rounds.product), peak: await peakMegabytes(store), idle },
      raw: { ...middleOfEach(rounds.raw), peak: await peakMegabytes(raw.pid) },
    });
  });

/** @param {number} pid @param {() => Promise<unknown>} work */
async function timed(pid, work) {
  const cpu = await cpuMs(pid);
  const startedAt = performance.now();
  await work();
  return { ms: performance.now() - startedAt, cpu: (await cpuMs(pid)) - cpu };
}

/** @typedef {{ ms: number, cpu: number }} Round */

/** @typedef {{ product: Round & { peak: number, idle: number }, raw: Round & { peak: number } }} Figures */

/** @param {Figures} figures */
function report({ product, raw }) {
  const share = raw.ms / product.ms;
  const speed = (/** @type {Round} */ { ms }) => (BYTES / 1024 ** 2 / (ms / 1000)).toFixed(0);
  return [
    '## Upload',
    '',
    `1 GB into a campaign as a browser sends it (presign, PUT to the presigned URL, finalize), compared with a PUT of the same`,
    `bytes to a bare \`node:http\` server that writes them to the same disk and waits for it (fsync of file and folder).`,
    `Medians of ${ROUNDS} rounds taken in turns. The product does more: its store checks the signature and sums the bytes up for`,
    `the ETag, and finalize copies the file to where no upload URL reaches it, which waits for the disk once more.`,
    '',
    '| | Product | Bare | Product / bare |',
    '| --- | ---: | ---: | ---: |',
    `| MB a second | ${speed(product)} | ${speed(raw)} | ${share.toFixed(2)} |`,
    `| Processor of the store, ms | ${product.cpu.toFixed(0)} | ${raw.cpu.toFixed(0)} | ${(product.cpu / raw.cpu).toFixed(2)} |`,
    `| Peak memory of the store, MB | ${product.peak.toFixed(0)} | ${raw.peak.toFixed(0)} | ${(product.peak / raw.peak).toFixed(2)} |`,
    `| … before the first upload | ${product.idle.toFixed(0)} | | |`,
    '',
    ...goalTable([atLeast(`At least ${GOAL} of the bare PUT's throughput`, GOAL, share)]),
  ].join('\n');
}
