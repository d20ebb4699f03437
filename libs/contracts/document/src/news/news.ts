import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';

export const NEWS_LIMITS = {
  /** Maximum unread documents per campaign that are listed or counted. */
  perCampaign: 200,
  /** Maximum new passages that are listed or counted per document. */
  passages: 500,
  /** Maximum new comments that are counted per document. */
  comments: 500,
  /** Age of a reveal before counts include it, in seconds: a reveal that was undone by then is never counted. */
  delaySeconds: 10,
} as const;

/** Query of `GET /api/documents/news/`. */
export const newsQuery = z.object({ campaign: id });
export type NewsQuery = z.infer<typeof newsQuery>;

/**
 * Subjects of news. `document`: revealed by a GM; `recap`: a revealed recap; `session`: announced, or with a new date; `note`: a player's note that its author shared; `comment`: new comments of others in
 * a document, for players on passages that they commented on before, for GMs also all comments of players.
 */
export const newsKind = z.enum(['document', 'recap', 'session', 'note', 'comment'], {
  error: 'A kind of news must be document, recap, session, note or comment.',
});
export type NewsKind = z.infer<typeof newsKind>;

/** An unread document, or a known one with new passages or new comments. A document may have one item of new comments and one of its text. */
export const newsItem = z.object({
  document: id,
  kind: newsKind,
  title: z.string(),
  /** Start of the visibility, or the time of the latest new passage or comment. */
  at: timestamp,
  /** For a known document: number of passages that are new to the reader. */
  passages: z.number().int().optional(),
  /** For the kind `comment`: number of new comments. */
  comments: z.number().int().optional(),
  /** For the kind `comment`: the passage with the latest one. */
  passage: id.optional(),
});
export type NewsItem = z.infer<typeof newsItem>;

/** A planned session that was announced, or got another date, since the player last opened the sessions. */
export const sessionNews = z.object({
  session: id,
  number: z.number().int(),
  /** Null without a title, and until a GM releases it. */
  title: z.string().nullable(),
  change: z.enum(['announced', 'moved']),
  at: timestamp,
});
export type SessionNews = z.infer<typeof sessionNews>;

/**
 * Response of `GET /api/documents/news/`, latest first, at most `NEWS_LIMITS.perCampaign`: unread documents of players, which became
 * visible after they joined, unread notes that players shared, and documents with unread comments.
 */
export const newsAnswer = z.object({
  news: z.array(newsItem),
  /** For players, latest first. */
  sessions: z.array(sessionNews),
});
export type NewsAnswer = z.infer<typeof newsAnswer>;

/** Response of `GET /api/documents/news/counts/`: campaigns with news. */
export const newsCountsAnswer = z.object({
  counts: z.array(
    z.object({
      campaign: id,
      /** Unread documents, notes and sessions, and documents with new comments, at most `NEWS_LIMITS.perCampaign`. */
      unread: z.number().int(),
      /** New passages in known documents. */
      passages: z.number().int(),
    }),
  ),
});
export type NewsCountsAnswer = z.infer<typeof newsCountsAnswer>;

/** Body of `PUT /api/documents/news/read/`: everything in the campaign counts as read, or all news of sessions. */
export const readAllRequest = z.object({
  campaign: id,
  kind: z.literal('session', { error: 'kind must be session.' }).optional(),
});
export type ReadAllRequest = z.infer<typeof readAllRequest>;

/** Response of `PUT /api/documents/{id}/read/`. The comments in the document count as read. */
export const readAnswer = z.object({
  /**
   * Passages that became visible to a player since they opened the document before, in reading order. Absent at the first time, also
   * after the document was hidden, and for documents that the caller manages.
   */
  new_passages: z.array(id).optional(),
});
export type ReadAnswer = z.infer<typeof readAnswer>;
