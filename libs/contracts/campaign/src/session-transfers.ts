import { id, optionalText } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { board, boardItem, boardLine, BOARD_LIMITS, charactersOf } from './boards';
import { CAMPAIGN_LIMITS, campaignMember, campaignSummary } from './campaigns';
import {
  createChecklistItemRequest,
  gameSessionDetail,
  SESSION_LIMITS,
  sessionNumber,
  sessionState,
  sessionTime,
  timeZone,
} from './game-sessions';

// Internal calls of the document service, which writes and reads archives of campaigns.

export const SESSION_TRANSFER_LIMITS = {
  /** Sessions in one request. */
  perRequest: 100,
  /** Maximum characters of the id of a session in its source. */
  sourceId: 500,
} as const;

/** Query of the internal `GET /internal/campaigns/{id}/content` and `…/content/sessions/{session}`. */
export const campaignContentQuery = z.object({ user: id });
export type CampaignContentQuery = z.infer<typeof campaignContentQuery>;

/** Content of a campaign as a member sees it, without documents. */
export const campaignContent = z.object({
  game_system: campaignSummary.shape.game_system,
  /** The owner first, then in the order in which they joined. */
  members: z.array(campaignMember.omit({ role: true })).max(CAMPAIGN_LIMITS.playersPerCampaign + 1),
  /** Sessions that the member sees, the first session first; the title is null if it is hidden. */
  sessions: z.array(z.object({ id, title: z.string().nullable() })).max(SESSION_LIMITS.perCampaign),
});
export type CampaignContent = z.infer<typeof campaignContent>;

/** A session as a member sees it. */
export const sessionContent = gameSessionDetail.extend({
  /** For GMs. */
  board: board.shape.items.max(BOARD_LIMITS.items).optional(),
});
export type SessionContent = z.infer<typeof sessionContent>;

const [passageItem, documentItem, pictureItem, checklist, textItem] = boardItem.options;

/** An item of a board without the ids of items and lines, which belong to one board. */
export const boardContent = z.discriminatedUnion('kind', [
  passageItem.omit({ id: true }),
  documentItem.omit({ id: true }),
  pictureItem.omit({ id: true }),
  checklist.omit({ id: true, lines: true }).extend({
    lines: z.array(boardLine.omit({ id: true })).max(BOARD_LIMITS.lines),
  }),
  textItem.omit({ id: true }),
]);
export type BoardContent = z.infer<typeof boardContent>;

const people = z.array(id.toLowerCase()).max(CAMPAIGN_LIMITS.playersPerCampaign);

/** Fields of a session that archives and imports have in common. */
export const transferredSession = z.object({
  /** Wanted number of an announced session. */
  number: sessionNumber.nullable(),
  title: optionalText('Title'),
  title_released: z.boolean(),
  starts_at: sessionTime.nullable(),
  time_zone: timeZone.nullable(),
  state: sessionState,
  started_at: sessionTime.nullable(),
  closed_at: sessionTime.nullable(),
  announced: z.boolean(),
  /** User ids by answer. */
  attendance: z.object({ yes: people, maybe: people, no: people }),
});

/** Players see every session that has started. */
export const isAnnouncedIfStarted = ({
  announced,
  state,
}: Pick<z.infer<typeof transferredSession>, 'announced' | 'state'>): boolean =>
  announced || state === 'planned';

export const importedSession = transferredSession
  .extend({
    /** Id in the source. */
    source_id: z.string().min(1).max(SESSION_TRANSFER_LIMITS.sourceId),
    /** Notes of this campaign. */
    plan: id.nullable(),
    recap: id.nullable(),
    checklist: z
      .array(createChecklistItemRequest.extend({ done: z.boolean() }))
      .max(SESSION_LIMITS.checklistItems),
    /** References lead to documents of this campaign. */
    board: z
      .array(boardContent)
      .max(BOARD_LIMITS.items)
      .refine((items) => charactersOf(items) <= BOARD_LIMITS.characters, {
        error: `The texts of a board can have at most ${BOARD_LIMITS.characters} characters together.`,
      }),
  })
  .refine(isAnnouncedIfStarted, { error: 'A session that has started is announced.' });
export type ImportedSession = z.infer<typeof importedSession>;

/**
 * Body of the internal `PUT /internal/campaigns/{id}/imported-sessions/{import}`, which adds sessions on behalf of a GM. Idempotent:
 * sessions that the campaign has already are ignored.
 */
export const importSessionsRequest = z.object({
  user: id.toLowerCase(),
  sessions: z.array(importedSession).max(SESSION_TRANSFER_LIMITS.perRequest),
});
export type ImportSessionsRequest = z.infer<typeof importSessionsRequest>;

/** Numbers of sessions. */
export const importSessionsAnswer = z.object({
  added: z.number().int(),
  /** Added before, or of this campaign. */
  known: z.number().int(),
  /** Beyond the limit of the campaign. */
  no_room: z.number().int(),
});
export type ImportSessionsAnswer = z.infer<typeof importSessionsAnswer>;

/** Response of the internal `DELETE /internal/campaigns/{id}/imported-sessions/{import}`. */
export const undoImportedSessionsAnswer = z.object({
  deleted: z.number().int(),
  /** Sessions of the import that changed since. */
  remaining: z
    .array(gameSessionDetail.pick({ id: true, number: true, title: true }))
    .max(SESSION_LIMITS.perCampaign),
});
export type UndoImportedSessionsAnswer = z.infer<typeof undoImportedSessionsAnswer>;
