import {
  BOARD_LIMITS,
  boardItem,
  boardLine,
  charactersOf,
  checklistItem,
  createChecklistItemRequest,
  isAnnouncedIfStarted,
  SESSION_LIMITS,
  SESSION_TRANSFER_LIMITS,
  transferredSession,
} from '@tomekeeper/contracts-campaign';
import { z } from 'zod';
import { itemLink } from '../../item-link';
import { sourceId } from '../fields';

/** A link to an item of the archive, or to one of its passages. Percent-encoding makes ids up to nine times longer. */
const itemHref = z
  .string()
  .max(9 * SESSION_TRANSFER_LIMITS.sourceId + 20)
  .refine((href) => sourceId.safeParse(itemLink(href)?.id).success);

const [, , , checklist, text] = boardItem.options;

const boardRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['passage', 'document', 'picture']), item: itemHref }),
  z.object({
    kind: z.literal('checklist'),
    title: checklist.shape.title,
    lines: z
      .array(z.object({ text: boardLine.shape.text, is_done: z.boolean() }))
      .max(BOARD_LIMITS.lines),
  }),
  text.omit({ id: true }),
]);
export type BoardRecord = z.infer<typeof boardRecord>;

/** A session as its exporter sees it; for players without plan, checklist and board. */
export const sessionRecord = z
  .object({
    id: sourceId,
    ...transferredSession.shape,
    /** Notes of the archive. */
    plan: sourceId.optional(),
    recap: sourceId.optional(),
    checklist: z
      .array(
        z.object({
          text: createChecklistItemRequest.shape.text,
          is_done: checklistItem.shape.done,
        }),
      )
      .max(SESSION_LIMITS.checklistItems),
    board: z
      .array(boardRecord)
      .max(BOARD_LIMITS.items)
      .refine((items) => charactersOf(items) <= BOARD_LIMITS.characters),
  })
  .refine(isAnnouncedIfStarted);
export type SessionRecord = z.infer<typeof sessionRecord>;
