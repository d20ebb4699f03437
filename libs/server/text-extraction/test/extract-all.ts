import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { formatOf, type ExtractedPassage, type ExtractionEvent } from '../src';
import type { ExtractionFailure } from '../src/extraction-error';

const MEGABYTE = 1024 * 1024;
const LIMITS = {
  textBytes: 20 * MEGABYTE,
  contentBytes: 60 * MEGABYTE,
  passages: 100_000,
  textLength: 20_000,
  imageBytes: 20 * MEGABYTE,
};

interface Answer {
  events: ExtractionEvent[];
  failed?: ExtractionFailure;
  hasSecrets?: boolean;
}

export interface Extracted {
  passages: ExtractedPassage[];
  images: Map<number, Buffer>;
  pages: number | undefined;
  progress: number[];
  warnings: string[];
  failed?: ExtractionFailure | undefined;
  /** Of a failure. */
  hasSecrets?: boolean | undefined;
}

let worker: Worker | undefined;
afterAll(() => worker?.terminate());

const started = (): Worker =>
  (worker ??= new Worker(path.join(__dirname, 'extraction-worker.cjs'), {
    resourceLimits: { maxOldGenerationSizeMb: 700 },
    execArgv: [
      '--conditions=@tomekeeper/source',
      '--require',
      require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
    ],
  }));

/** Extracts a file in a worker thread, one file at a time. */
export async function extractAll(
  content: Buffer | string,
  name: string,
  contentType = 'application/octet-stream',
  limits: Partial<typeof LIMITS> = {},
): Promise<Extracted> {
  const format = formatOf({ name, contentType });
  const result: Extracted = {
    ...{ passages: [], images: new Map(), pages: undefined, progress: [], warnings: [] },
  };
  if (!format) return { ...result, failed: 'unsupported' };
  const file = Buffer.from(content as Buffer);
  started().postMessage({ file, format, limits: { ...LIMITS, ...limits } });
  const signal = AbortSignal.timeout(60_000);
  const [answer] = (await once(started(), 'message', { signal }).catch(async (error: unknown) => {
    await worker?.terminate();
    worker = undefined;
    throw error;
  })) as [Answer];
  for (const event of answer.events) {
    if ('passage' in event) result.passages.push(event.passage);
    else if ('image' in event)
      result.images.set(event.image.number, Buffer.from(event.image.bytes));
    else if ('pages' in event) result.pages = event.pages;
    else if ('progress' in event) result.progress.push(event.progress);
    else if ('warning' in event) result.warnings.push(event.warning);
  }
  return { ...result, failed: answer.failed, hasSecrets: answer.hasSecrets };
}

/** Passages in a form to compare: kind, depth or level, and text. */
export const outline = ({ passages }: Extracted): string[] =>
  passages.map(
    ({ kind, level, depth, text, content }) =>
      `${kind}${level ?? (depth > 0 ? `.${depth}` : '')}${content.label ? `(${content.label})` : ''}: ` +
      `${content.marker ? `${content.marker} ` : ''}${text}`,
  );
