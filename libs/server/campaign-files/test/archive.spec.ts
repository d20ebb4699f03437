import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { writeArchive } from '../src/export';
import { readArchive } from '../src/import/archive/read-archive';
import type { ImportEvent } from '../src/import';
import type { TransferFile, TransferNote, TransferProblem } from '../src/model';
import { madeCampaign, sourceOf, type MadeCampaign } from './made-campaign';
import { containerOf, entriesOf } from './read-zip';
import { runs } from './runs';

const LIMITS = { entries: 20_000, unpackedBytes: 1e9, fileBytes: 1e8, ratio: 100 };
const signal = new AbortController().signal;

const write = (campaign: MadeCampaign): Promise<Buffer> =>
  buffer(writeArchive(sourceOf(campaign), { format: 'archive', signal }));

interface Imported extends MadeCampaign {
  problems: TransferProblem[];
}

async function read(entries: ReadonlyMap<string, Buffer>): Promise<Imported> {
  const imported: Imported = { notes: [], files: [], problems: [] };
  const emit = async (event: ImportEvent) => {
    if ('note' in event) imported.notes.push(withoutSource(event.note));
    if ('problem' in event) imported.problems.push(event.problem);
    if ('file' in event) {
      const { body, ...file } = event.file;
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      imported.files.push({ ...withoutSource(file), bytes: Buffer.concat(chunks) });
    }
  };
  await readArchive(containerOf(entries), { limits: LIMITS, emit });
  return imported;
}

function withoutSource<T extends Partial<TransferNote> | Partial<TransferFile>>(
  item: T,
): Omit<T, 'path' | 'hash' | 'unresolved'> {
  const { path: _path, hash: _hash, ...rest } = item;
  const { unresolved: _unresolved, ...known } = rest as Partial<TransferNote>;
  return known as Omit<T, 'path' | 'hash' | 'unresolved'>;
}

it('restores generated campaigns, and exports them to the same bytes again', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const zip = await write(campaign);
      const entries = await entriesOf(zip);
      const { problems, ...imported } = await read(entries);
      expect(problems).toEqual([]);
      expect(imported).toEqual(campaign);
      expect((await write(imported)).equals(zip)).toBe(true);
    }),
    runs(100),
  );
});
