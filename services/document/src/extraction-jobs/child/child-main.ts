import type { ExtractionEvent, ExtractionLimits, FileFormat } from '@tomekeeper/text-extraction';
import { ExtractionError, extractText } from '@tomekeeper/text-extraction/extract';

/**
 * Lines are written in batches, because each write waits for the reader. Progress and page counts are written at once: the page
 * count extends the time limit, and users wait for the progress.
 */
const BATCH_BYTES = 64 * 1024;

interface Task {
  format: FileFormat;
  limits: ExtractionLimits;
}

async function main(): Promise<void> {
  const { format, limits } = JSON.parse(process.argv[2]!) as Task;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  chunks.length = 0;
  let batch = '';
  const flush = () => {
    process.stdout.write(batch);
    batch = '';
  };
  const emit = (event: ExtractionEvent) => {
    if ('image' in event) {
      const { number, bytes } = event.image;
      batch += `${JSON.stringify({ image: { number, size: bytes.length } })}\n`;
      flush();
      process.stdout.write(bytes);
      return;
    }
    batch += `${JSON.stringify(event)}\n`;
    if (batch.length >= BATCH_BYTES || 'progress' in event || 'pages' in event) flush();
  };
  const end = await extractText(file, format, { limits, emit }).then(
    () => ({ end: true }),
    (error: unknown) => ({ failed: error instanceof ExtractionError ? error.reason : 'damaged' }),
  );
  process.stdout.write(`${batch}${JSON.stringify(end)}\n`, () => process.exit(0));
}

void main();
