import { z } from 'zod';
import {
  hasNoControlCharacters,
  id,
  optionalText,
  requiredText,
} from '@tomekeeper/contracts-values';

/** Limits of library.md section 12; exceeding `items` or `characters` answers 409. */
export const BOARD_LIMITS = {
  items: 60,
  /** Maximum characters of a text. */
  text: 5000,
  lines: 30,
  /** Maximum characters of a line of a checklist. */
  line: 300,
  /** Maximum characters of all texts, titles and lines, so that a full board fits into one request. */
  characters: 40_000,
} as const;

/** Clients choose the ids; equal ids have equal text. */
const itemId = id.toLowerCase();

/** A reference by id: titles and text come from the document service, for each viewer. */
const ofDocument = { id: itemId, document: itemId };

export const boardLine = z.object({
  id: itemId,
  text: requiredText('A line', BOARD_LIMITS.line),
  done: z.boolean({ error: 'done must be true or false.' }),
});
export type BoardLine = z.infer<typeof boardLine>;

const boardText = z
  .string({ error: 'text must be text.' })
  .max(BOARD_LIMITS.text, { error: `A text must have at most ${BOARD_LIMITS.text} characters.` })
  .refine(hasNoControlCharacters, { error: 'A text must not contain control characters.' });

/** An item of a session's board. */
export const boardItem = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('passage'), ...ofDocument, passage: itemId }),
    z.object({ kind: z.literal('document'), ...ofDocument }),
    z.object({ kind: z.literal('picture'), ...ofDocument }),
    z.object({
      kind: z.literal('checklist'),
      id: itemId,
      title: optionalText('Title'),
      lines: z
        .array(boardLine, { error: 'lines must be a list.' })
        .max(BOARD_LIMITS.lines, {
          error: `A checklist on the board must have at most ${BOARD_LIMITS.lines} lines.`,
        })
        .refine(hasDistinctIds, { error: 'Two lines have the same id.' }),
    }),
    z.object({ kind: z.literal('text'), id: itemId, text: boardText }),
  ],
  { error: 'kind must be passage, document, picture, checklist or text.' },
);
export type BoardItem = z.infer<typeof boardItem>;

/** Response of `GET` and `PUT /api/campaigns/{id}/board/`, and `board` of the conflict of the latter. For GMs. */
export const board = z.object({
  /** In the order of the board. */
  items: z.array(boardItem),
  /** 0 before the first change; increases with every change. */
  version: z.number().int(),
  session: id,
});
export type Board = z.infer<typeof board>;

/** Query of `/api/campaigns/{id}/board/`: by default the running session, or else the next planned one. */
export const boardQuery = z.object({ session: itemId.optional() });
export type BoardQuery = z.infer<typeof boardQuery>;

/** Body of `PUT /api/campaigns/{id}/board/`, which replaces the board. */
export const saveBoardRequest = z.object({
  items: z
    .array(boardItem, { error: 'items must be a list.' })
    .refine(hasDistinctIds, { error: 'Two items have the same id.' }),
  /** Version of the board on which the items are based. Ignored if the items equal the stored ones. */
  version: z
    .number({ error: 'version must be a whole number.' })
    .int({ error: 'version must be a whole number.' })
    .min(0, { error: 'version must be at least 0.' }),
});
export type SaveBoardRequest = z.infer<typeof saveBoardRequest>;

/** Error codes of boards. */
export const BOARD_CODES = {
  /** 409 with the newer board in `board`. */
  changed: 'campaign.board_changed',
  /** 404: no session is running or planned. */
  noSession: 'campaign.no_session_for_board',
} as const;

type BoardTexts =
  | { kind: 'passage' | 'document' | 'picture' }
  | { kind: 'checklist'; title: string; lines: readonly { text: string }[] }
  | { kind: 'text'; text: string };

/** Number of characters that count toward {@link BOARD_LIMITS}. */
export function charactersOf(items: readonly BoardTexts[]): number {
  const texts = items.flatMap((item) => {
    if (item.kind === 'text') return [item.text];
    return item.kind === 'checklist' ? [item.title, ...item.lines.map(({ text }) => text)] : [];
  });
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function hasDistinctIds(all: readonly { id: string }[]): boolean {
  return new Set(all.map((one) => one.id)).size === all.length;
}
