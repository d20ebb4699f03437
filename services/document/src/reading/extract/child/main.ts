import type { ClaimedFormat } from '../file-formats';
import { readFile } from './formats/read-file';
import { Out, type Limits } from './out';
import { Refused } from './refused';

/** Lines are written together, for each write waits for the other end; all but what somebody is waiting for. */
const TOGETHER = 64 * 1024;

interface Task {
  claimed: ClaimedFormat;
  limits: Limits;
}

async function main(): Promise<void> {
  const { claimed, limits } = JSON.parse(process.argv[2]!) as Task;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  chunks.length = 0;
  let waiting = '';
  const out = new Out(limits, (line, bytes) => {
    waiting += line;
    if (waiting.length < TOGETHER && !bytes && !/^\{"p(rogress|ages)"/.test(line)) return;
    process.stdout.write(waiting);
    waiting = '';
    if (bytes) process.stdout.write(bytes);
  });
  const last = await readFile(file, claimed, out)
    .then(() => out.end())
    .then(
      () => (out.hasText ? { end: true } : { refused: 'no_text' }),
      (error: unknown) => ({ refused: whyOf(error) }),
    );
  process.stdout.write(`${waiting}${JSON.stringify(last)}\n`, () => process.exit(0));
}

/** What a reader does not know how to go on with is a fault of the file's. */
const whyOf = (error: unknown): string => (error instanceof Refused ? error.why : 'damaged');

void main();
