import { z } from 'zod';
import { id, optionalText, requiredText, timestamp } from '@tomekeeper/contracts-values';
import { attendance } from './attendance';
import { CAMPAIGN_LIMITS } from './campaigns';

/** Limits of library.md section 12; exceeding one answers 409. */
export const SESSION_LIMITS = {
  perCampaign: 500,
  checklistItems: 100,
  /** Maximum characters of a checklist item. */
  checklistText: 300,
  maxNumber: 9999,
  /** A session that has run this long is closed by the service, in hours. */
  maxHours: 18,
  /** Maximum sessions of a campaign in the news of a player, and of all campaigns together. */
  newsPerCampaign: 20,
  news: 2000,
  /** Changes of a date within this time are one notification, in minutes. */
  moveMinutes: 10,
} as const;

/** A session is planned, then runs, then is closed. At most one session of a campaign runs. */
export const sessionState = z.enum(['planned', 'running', 'closed'], {
  error: 'State must be planned, running or closed.',
});
export type SessionState = z.infer<typeof sessionState>;

/** Region and city, which every browser knows; abbreviations and offsets ignore daylight saving. */
const ZONE = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+){1,2})$/;

const isTimeZone = (name: string): boolean => {
  try {
    return ZONE.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** Name of the IANA time zone database, such as `Europe/Berlin`. */
export const timeZone = z
  .string({ error: 'Choose a time zone.' })
  .max(64, { error: 'Choose a time zone.' })
  .refine(isTimeZone, { error: 'Choose a time zone.' });

/** Dates that PostgreSQL, JavaScript and people agree about. */
const YEARS = { first: 1900, last: 2999 };
export const sessionTime = z.iso.datetime({ offset: true, error: 'Enter a date and time.' }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear();
    return text.length <= 40 && year >= YEARS.first && year <= YEARS.last;
  },
  { error: `Enter a date between ${YEARS.first} and ${YEARS.last}.` },
);

/** Item of `GET /api/campaigns/{id}/sessions/`. Players receive announced sessions only. */
export const gameSession = z.object({
  id,
  /** Given at the announcement; null before. */
  number: z.number().int().nullable(),
  /** Null without a title, and for players until a GM releases it. */
  title: z.string().nullable(),
  starts_at: timestamp.nullable(),
  /** Zone in which the GM entered `starts_at`. */
  time_zone: z.string().nullable(),
  state: sessionState,
  started_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
  /** The viewer's own answer. */
  attendance: attendance.nullable(),
  /** Number of members for each answer. */
  answers: z.object({ yes: z.number().int(), maybe: z.number().int(), no: z.number().int() }),
  /** For GMs: whether players see the title. */
  title_released: z.boolean().optional(),
  /** For GMs: number of checklist items, and of done ones. */
  checklist: z.object({ items: z.number().int(), done: z.number().int() }).optional(),
  /** For GMs: the GM-only note with the plan. */
  plan: id.nullable().optional(),
  /** For GMs: the note with the recap. Players find a revealed recap in the library. */
  recap: id.nullable().optional(),
});
export type GameSession = z.infer<typeof gameSession>;

export const gameSessionList = z.array(gameSession);

export const checklistItem = z.object({ id, text: z.string(), done: z.boolean() });
export type ChecklistItem = z.infer<typeof checklistItem>;

/** Response of `GET /api/campaigns/{id}/sessions/{session}/`. */
export const gameSessionDetail = gameSession.extend({
  /** Answers of members, in the order in which they joined the campaign. */
  members: z.array(z.object({ person: id, attendance })).max(CAMPAIGN_LIMITS.playersPerCampaign),
  /** For GMs. */
  checklist_items: z.array(checklistItem).max(SESSION_LIMITS.checklistItems).optional(),
});
export type GameSessionDetail = z.infer<typeof gameSessionDetail>;

export const sessionNumber = z
  .number({ error: 'Number must be a whole number.' })
  .int({ error: 'Number must be a whole number.' })
  .min(1, { error: 'Number must be at least 1.' })
  .max(SESSION_LIMITS.maxNumber, {
    error: `Number must be at most ${SESSION_LIMITS.maxNumber}.`,
  });

const sessionFields = {
  title: optionalText('Title').optional(),
  title_released: z.boolean({ error: 'title_released must be true or false.' }).optional(),
  starts_at: sessionTime.nullish(),
  /** UTC if a date has no zone. */
  time_zone: timeZone.nullish(),
  /** True announces the session to players; false withdraws it while it is planned. */
  announced: z.boolean({ error: 'announced must be true or false.' }).optional(),
  /** Of announced sessions; unique within the campaign. By default one more than the highest. */
  number: sessionNumber.optional(),
  /** A session that starts or is closed is announced too. */
  state: sessionState.optional(),
  plan: id.nullable().optional(),
  recap: id.nullable().optional(),
};

/** Body of `POST /api/campaigns/{id}/sessions/`: by default a planned session that players do not see yet. */
export const createSessionRequest = z.object(sessionFields);
export type CreateSessionRequest = z.infer<typeof createSessionRequest>;

/**
 * Body of `PATCH /api/campaigns/{id}/sessions/{session}/`; omitted fields keep their value. Players may set `attendance`
 * only, and the owner has none.
 */
export const updateSessionRequest = z.object({
  ...sessionFields,
  attendance: attendance.nullable().optional(),
});
export type UpdateSessionRequest = z.infer<typeof updateSessionRequest>;

/** Body of `POST …/sessions/{session}/checklist/`. */
export const createChecklistItemRequest = z.object({
  text: requiredText('Text', SESSION_LIMITS.checklistText),
});
export type CreateChecklistItemRequest = z.infer<typeof createChecklistItemRequest>;

/** Body of `PATCH …/sessions/{session}/checklist/{item}/`; omitted fields keep their value. */
export const updateChecklistItemRequest = z.object({
  text: requiredText('Text', SESSION_LIMITS.checklistText).optional(),
  done: z.boolean({ error: 'done must be true or false.' }).optional(),
});
export type UpdateChecklistItemRequest = z.infer<typeof updateChecklistItemRequest>;

/** A planned, announced session in the internal response for the news of a player. */
export const changedSession = z.object({
  campaign_id: id,
  session: id,
  number: z.number().int(),
  title: z.string().nullable(),
  announced_at: timestamp,
  /** Latest change of the date since the announcement. */
  moved_at: timestamp.nullable(),
  /** Start of the latest changes that are one notification. */
  notified_at: timestamp,
});
export type ChangedSession = z.infer<typeof changedSession>;

/** Response of the internal `GET /internal/session-news?user=<id>`: for campaigns in which the user is a player, latest first. */
export const sessionNewsAnswer = z.object({
  sessions: z.array(changedSession).max(SESSION_LIMITS.news),
});
export type SessionNewsAnswer = z.infer<typeof sessionNewsAnswer>;
