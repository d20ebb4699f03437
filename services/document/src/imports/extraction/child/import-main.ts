import { ImportError, type TransferPassage } from '@tomekeeper/campaign-files';
import {
  readImport,
  type ImportEvent,
  type ImportOptions,
} from '@tomekeeper/campaign-files/import';
import { isDiskFull } from './disk-full';

interface Task extends Pick<ImportOptions, 'name' | 'format' | 'limits'> {
  file: string;
}

/** Shorter than the longest line that the parent accepts. */
const LINE_CHARACTERS = 1_000_000;

/** Passages and bytes of an item are sent in parts after its line; an empty part ends them. */
async function main(): Promise<void> {
  const { file, ...options } = JSON.parse(process.argv[2]!) as Task;
  const emit = async (event: ImportEvent) => {
    if ('note' in event) {
      const { passages, ...note } = event.note;
      await send({ note });
      return sendPassages(passages);
    }
    if (!('file' in event)) return send(event);
    const { body, passages = [], ...file } = event.file;
    await send({ file });
    await sendPassages(passages);
    for await (const chunk of body) {
      if (chunk.length === 0) continue;
      await send({ chunk: chunk.length });
      await write(chunk);
    }
    await send({ chunk: 0 });
  };
  const end = await readImport(file, { ...options, emit }).then(
    () => ({ end: true }),
    (error: unknown) => ({ failed: reasonOf(error) }),
  );
  await send(end);
  process.exit(0);
}

const reasonOf = (error: unknown) =>
  isDiskFull(error) ? 'no_space' : error instanceof ImportError ? error.reason : 'damaged';

async function sendPassages(passages: readonly TransferPassage[]): Promise<void> {
  let part: TransferPassage[] = [];
  let size = 0;
  for (const passage of passages) {
    size += JSON.stringify(passage).length;
    if (size > LINE_CHARACTERS && part.length > 0) {
      await send({ passages: part });
      [part, size] = [[], 0];
    }
    part.push(passage);
  }
  if (part.length > 0) await send({ passages: part });
  await send({ passages: [] });
}

const send = (line: object): Promise<void> => write(`${JSON.stringify(line)}\n`);

/** Waits until the parent has taken the bytes, so that the memory of this process stays bounded. */
const write = (bytes: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

void main();
