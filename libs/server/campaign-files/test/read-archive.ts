import { buffer } from 'node:stream/consumers';
import type { ImportProblem } from '@tomekeeper/contracts-document';
import { writeArchive, type ExportSource } from '../src/export';
import type { ImportEvent, ImportLimits } from '../src/import';
import { readArchive } from '../src/import/archive/read-archive';
import type { TransferFile, TransferNote } from '../src/model';
import { sourceOf, type MadeCampaign } from './made-campaign';
import { containerOf } from './read-zip';

const LIMITS = { entries: 20_000, unpackedBytes: 1e9, fileBytes: 1e8, ratio: 100 };
const signal = new AbortController().signal;

export const writeCampaign = (
  campaign: MadeCampaign,
  source: ExportSource = sourceOf(campaign),
): Promise<Buffer> => buffer(writeArchive(source, { format: 'archive', signal }));

interface Imported extends MadeCampaign {
  problems: ImportProblem[];
}

export async function readEntries(
  entries: ReadonlyMap<string, Buffer>,
  limits: Partial<ImportLimits> = {},
): Promise<Imported> {
  const imported: Imported = { notes: [], files: [], problems: [] };
  const emit = async (event: ImportEvent) => {
    if ('note' in event) imported.notes.push(withoutSource(event.note));
    if ('records' in event) {
      const { section, values } = event.records;
      imported.sections ??= {};
      Object.assign(imported.sections, {
        [section]: [...(imported.sections[section] ?? []), ...values],
      });
    }
    if ('problem' in event) imported.problems.push(event.problem);
    if ('file' in event) {
      const { body, ...file } = event.file;
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      imported.files.push({ ...withoutSource(file), bytes: Buffer.concat(chunks) });
    }
  };
  await readArchive(containerOf(entries), { limits: { ...LIMITS, ...limits }, emit });
  return imported;
}

function withoutSource<T extends Partial<TransferNote> | Partial<TransferFile>>(
  item: T,
): Omit<T, 'path' | 'hash' | 'unresolved'> {
  const { path: _path, hash: _hash, ...rest } = item;
  const { unresolved: _unresolved, ...known } = rest as Partial<TransferNote>;
  return known as Omit<T, 'path' | 'hash' | 'unresolved'>;
}
