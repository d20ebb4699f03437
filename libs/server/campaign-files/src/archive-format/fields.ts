import { hasVisibleText } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { withoutMarks } from './clean-text';

// Fields that records of an archive share.

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The id of an item, user or record in the source. */
export const sourceId = z.string().min(1).max(500).refine(isText);

const MAX_PLAYERS = 1000;

/** Players are user ids. */
export const audience = z.union([
  z.enum(['gm', 'party']),
  z.object({ players: z.array(sourceId).max(MAX_PLAYERS) }),
]);

/** Text that PostgreSQL stores. */
export const storedText = (length: number) => z.string().max(length).refine(isText);

/** Text on one line, for titles and names. */
export const lineText = (length: number) => storedText(length).transform(withoutMarks);

/** A title that players see. */
export const visibleTitle = (length: number) => lineText(length).refine(hasVisibleText);

/** The name of a person at the time of the export. */
export const personName = lineText(200);

/** A passage, by the index in its note. */
export const passageIndex = z.number().int().min(0).max(100_000);

export const time = z.iso.datetime({ offset: true });
