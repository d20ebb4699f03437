import { id, viewAs } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { checklistItem, gameSession, SESSION_LIMITS } from './game-sessions';

/** Open checklist items in a response; those of the latest sessions come first. */
export const MAX_OPEN_ITEMS = 100;

/** Query of the internal `GET /internal/campaigns/{id}/sessions`. `view_as` is for GMs. */
export const readSessionsQuery = z.object({ user: id, view_as: viewAs.optional() });
export type ReadSessionsQuery = z.infer<typeof readSessionsQuery>;

/** A session as the user sees it. */
export const readSession = gameSession
  .pick({
    id: true,
    number: true,
    title: true,
    starts_at: true,
    time_zone: true,
    started_at: true,
    closed_at: true,
  })
  .extend({
    /** Accepts unknown states of a newer campaign service. */
    state: z.string(),
    /** For GMs. */
    plan: id.nullable(),
    /** Also for players: the caller must check whether they see the note, and never names it otherwise. */
    recap: id.nullable(),
    /** For GMs: texts of open checklist items. */
    open_items: z.array(checklistItem.shape.text),
  });
export type ReadSession = z.infer<typeof readSession>;

export const readSessionsAnswer = z.object({
  sessions: z.array(readSession).max(SESSION_LIMITS.perCampaign),
});
export type ReadSessionsAnswer = z.infer<typeof readSessionsAnswer>;
