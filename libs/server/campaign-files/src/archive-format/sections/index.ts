import type { ArchiveSection } from '@tomekeeper/contracts-document';
import type { z } from 'zod';
import { characterRecord } from './characters';
import { commentRecord } from './comments';
import { handoutRecord } from './handouts';
import { ledgerRecord } from './ledger';
import { playerNoteRecord } from './player-notes';
import { sessionRecord } from './sessions';
import { sharedTagRecord } from './shared-tags';

/** Schemas of the records of an archive other than documents. */
export const SECTION_RECORDS = {
  shared_tags: sharedTagRecord,
  handouts: handoutRecord,
  comments: commentRecord,
  player_notes: playerNoteRecord,
  sessions: sessionRecord,
  ledger: ledgerRecord,
  characters: characterRecord,
} satisfies Record<ArchiveSection, z.ZodType>;

export type SectionRecord<Name extends ArchiveSection> = z.infer<(typeof SECTION_RECORDS)[Name]>;

/** JSON escapes of null characters and of halves of surrogate pairs, which PostgreSQL does not store. */
const UNSTORABLE = /\\u(?:0000|d[89a-f][\da-f]{2})/i;

/** @returns undefined for a record that is invalid or cannot be stored */
export function parseRecord<Name extends ArchiveSection>(
  section: Name,
  value: unknown,
): SectionRecord<Name> | undefined {
  const { data } = SECTION_RECORDS[section].safeParse(value);
  return data && !UNSTORABLE.test(JSON.stringify(data)) ? (data as SectionRecord<Name>) : undefined;
}

/** The records of one section. */
export type SectionRecords = {
  [Name in ArchiveSection]: { name: Name; records: AsyncIterable<SectionRecord<Name>> };
}[ArchiveSection];
