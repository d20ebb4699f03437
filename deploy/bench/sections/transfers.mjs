import { setTimeout as pause } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { cleaningUp, goalTable, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { peakMegabytes, pidOf } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

const NOTES = sized(1000, 20);
const FILES = sized(8, 2);
const FILE_BYTES = sized(128 * 1024 ** 2, 1024 ** 2);
const GOALS = { searchableSeconds: 60, memoryMb: 300 };
/** The last step of a wait for the product. */
const EVERY_MS = 100;

/** @typedef {Awaited<ReturnType<typeof gameMaster>>} Gm */

/** Imports of notes, compared with their upload one by one, and the export of large files. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      ENVIRONMENT: 'production',
      NODE_ENV: 'production',
      WORKERS: 'apart',
      MAX_UPLOAD_MB: '2048',
      EMBEDDINGS_URL: 'off',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const { token } = await signedIn(product);
    const worker = await pidOf(product.dataDir, 'document-worker');

    const importing = await gameMaster(product, token);
    const imported = await timedImport(importing);
    const peakOfImport = await peakMegabytes(worker);
    const uploading = await gameMaster(product, token);
    const uploaded = await timed(async () => {
      for (const [name, text] of notes()) await uploading.uploadFile(name, Buffer.from(text));
      await untilFound(uploading);
    });

    const exporting = await gameMaster(product, token);
    for (let at = 0; at < FILES; at++) await exporting.uploadLarge(`${at}.bin`, FILE_BYTES);
    const idle = await peakMegabytes(worker);
    const exported = await timed(() => exportOf(exporting));
    const peakOfExport = await peakMegabytes(worker);
    return report({ ...imported, uploaded, exported, peakOfImport, idle, peakOfExport });
  });

const word = (/** @type {number} */ at) => `lighthouse${at}x`;

/** @returns {Generator<[name: string, text: string]>} */
function* notes() {
  for (let at = 0; at < NOTES; at++) {
    const body = `The keeper of ${word(at)} trades oil with the harbor. `.repeat(8);
    yield [`Note ${at}.md`, `# Note ${at}\n\n${body}\n\nSee [[Note ${(at + 1) % NOTES}]].\n`];
  }
}

/** Waits until the search finds the last note. @param {Gm} gm */
async function untilFound({ call, campaign }) {
  const found = () =>
    call('GET', `/search/?campaign=${campaign}&q=${word(NOTES - 1)}`).then(
      ({ hits }) => hits.length > 0,
      (/** @type {Error} */ error) => {
        // The index catches up.
        if (/: 503 /.test(error.message)) return false;
        throw error;
      },
    );
  while (!(await found())) await pause(EVERY_MS);
}

/** Seconds. @param {() => Promise<unknown>} work */
async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** @param {Gm} gm */
async function timedImport(gm) {
  const { call, campaign } = gm;
  const { upload_url, key, headers } = await call('POST', '/documents/presign/', {
    ...{ campaign, file_name: 'vault.zip', content_type: 'application/zip', purpose: 'import' },
  });
  const sent = await fetch(upload_url, { method: 'PUT', headers, body: await vault() });
  if (!sent.ok) throw new Error(`PUT: ${sent.status} ${await sent.text()}`);
  const { id } = await call('POST', '/imports/', { campaign, key });
  const until = (/** @type {string} */ wanted) =>
    untilState(() => call('GET', `/imports/${id}/`), wanted);
  const reviewed = await timed(() => until('review'));
  const began = performance.now();
  await call('POST', `/imports/${id}/commit/`);
  await until('done');
  const saved = (performance.now() - began) / 1000;
  await untilFound(gm);
  return { reviewed, saved, searchable: (performance.now() - began) / 1000 };
}

/** @param {() => Promise<{ state: string }>} read @param {string} wanted */
async function untilState(read, wanted) {
  for (;;) {
    const { state } = await read();
    if (state === wanted) return;
    if (state === 'failed') throw new Error('The product could not do it.');
    await pause(EVERY_MS);
  }
}

async function vault() {
  const zip = new ZipFile();
  for (const [name, text] of notes()) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks = [];
  for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (zip.outputStream))
    chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** @param {Gm} gm */
async function exportOf({ call, campaign }) {
  const path = `/campaigns/${campaign}/exports/`;
  const { id } = await call('POST', path, { format: 'archive' });
  await untilState(() => call('GET', `${path}${id}/`), 'ready');
}

/**
 * @param {{ reviewed: number, saved: number, searchable: number, uploaded: number, exported: number,
 *   peakOfImport: number, idle: number, peakOfExport: number }} seen
 */
function report(seen) {
  const { reviewed, saved, searchable, uploaded, exported } = seen;
  const megabytes = (FILES * FILE_BYTES) / 1024 ** 2;
  const peak = Math.max(seen.peakOfImport, seen.peakOfExport);
  return [
    '## Transfers',
    '',
    `A vault of ${NOTES} Markdown notes with links, compared with the upload of the same notes one by one (presign, PUT, finalize);`,
    `then the export of a campaign with ${megabytes} MB of files. Memory is the peak of the worker, without its child processes.`,
    '',
    '| | Seconds | One by one / this |',
    '| --- | ---: | ---: |',
    `| Upload to review | ${reviewed.toFixed(1)} | |`,
    `| Confirm to saved | ${saved.toFixed(1)} | |`,
    `| Confirm to searchable | ${searchable.toFixed(1)} | ${(uploaded / searchable).toFixed(2)} |`,
    `| One by one to searchable | ${uploaded.toFixed(1)} | 1.00 |`,
    `| Export of ${megabytes} MB | ${exported.toFixed(1)} | |`,
    '',
    '| Worker | Peak, MB |',
    '| --- | ---: |',
    `| After the import | ${seen.peakOfImport.toFixed(0)} |`,
    `| Before the export | ${seen.idle.toFixed(0)} |`,
    `| After the export | ${seen.peakOfExport.toFixed(0)} |`,
    '',
    ...goalTable([
      {
        goal: `Searchable in at most ${GOALS.searchableSeconds} s`,
        seen: searchable.toFixed(1),
        met: searchable <= GOALS.searchableSeconds,
      },
      {
        goal: `Worker at most ${GOALS.memoryMb} MB`,
        seen: peak.toFixed(0),
        met: peak <= GOALS.memoryMb,
      },
    ]),
  ].join('\n');
}
