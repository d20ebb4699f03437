import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cpuMs } from '../processes.mjs';

// As the worker does it: built, each file in a process of its own.
const require = createRequire(import.meta.url);
const BUILT = path.join(WORKSPACE, 'services/document/dist/reading/extract/read-text.js');
const LOOK_EVERY_MS = 20;

/**
 * @typedef {{ kind: string, level?: number, text: string, page?: number, content: { label?: string } }} Passage
 * @typedef {{ passages: Passage[], refused?: string, seconds: number, cpuSeconds: number, peakMb: number }} Read
 *   what a file gives, or why it gives nothing, and what its process took
 */

/** @param {Buffer} bytes @param {string} name @returns {Promise<Read>} */
export async function readFile(bytes, name) {
  const { readText } = require(BUILT);
  const cost = watchChild();
  /** @type {Passage[]} */
  const passages = [];
  const beganAt = performance.now();
  let refused;
  try {
    const file = { body: Readable.from([bytes]), size: bytes.length, name, contentType: '' };
    for await (const line of readText(file)) if ('passage' in line) passages.push(line.passage);
  } catch (error) {
    // Refused with a reason, or the child came to no end.
    refused = String(Reflect.get(Object(error), 'why') ?? error);
  }
  const seconds = (performance.now() - beganAt) / 1000;
  return { passages, seconds, ...(refused && { refused }), ...cost.stop() };
}

/** Looks at the one child of this process until it is stopped. */
function watchChild() {
  let cpu = 0;
  let peakMb = 0;
  const look = async () => {
    const [pid] = (await fs.readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ');
    if (!pid) return;
    const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    cpu = Math.max(cpu, await cpuMs(Number(pid)));
  };
  // It may end while it is looked at.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return { cpuSeconds: cpu / 1000, peakMb };
    },
  };
}

/** @param {Read} read */
export const textOf = ({ passages }) => passages.map(({ text }) => text).join('\n');
