import { sha256, textPath } from '../../archive-format/paths';
import { fileTextRecord, type FileRecord } from '../../archive-format/records';
import type { TransferPassage } from '../../model';
import type { ArchiveContainer } from './container';
import { ItemError, parseJson } from './json';
import { checkedPassages } from './untrusted-passages';

const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/**
 * Reads the text that a file had in the source.
 * @throws {ItemError}
 * @throws {ImportError}
 */
export async function readFileText(
  container: ArchiveContainer,
  { id, text }: FileRecord,
  sizes: ReadonlyMap<string, number>,
): Promise<TransferPassage[]> {
  const path = textPath(id);
  if (!sizes.has(path)) throw new ItemError('damaged');
  const bytes = await container.bytes(path, MAX_TEXT_BYTES);
  const parsed = fileTextRecord.safeParse(parseJson(bytes));
  if (!parsed.success || sha256(bytes) !== text?.sha256) throw new ItemError('damaged');
  // Extraction adds the pictures again.
  return checkedPassages(parsed.data.passages, () => false);
}
