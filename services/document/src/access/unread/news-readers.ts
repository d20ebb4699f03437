import type { NewsKind } from '@tomekeeper/contracts-document';
import type { Member } from '../../memberships/campaign-memberships';

// SQL of queries for news.

/** SQL condition on a reader `w`: whether they turned a kind of news off. @param kind SQL expression */
export const turnedOff = (kind: string): string => `EXISTS (
  SELECT 1 FROM news_kinds o
   WHERE o.campaign_id = w.campaign AND o.reader = w.reader AND ${kind} = ANY (o.turned_off))`;

/**
 * Members `w`, with the time until which everything counts as read.
 * @param first number of the first of three parameters
 */
export const allReaders = (first: number): string => `
  SELECT w.campaign, w.reader, greatest(w.since, r.read_until) AS since, r.sessions_read_until
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::timestamptz[]) AS w (campaign, reader, since)
    LEFT JOIN news_reader r ON r.campaign_id = w.campaign AND r.reader = w.reader`;

/** Members `w` who get news of a kind. */
export const readers = (kind: NewsKind, first: number): string =>
  `SELECT * FROM (${allReaders(first)}) w WHERE NOT ${turnedOff(`'${kind}'`)}`;

export const readerParameters = (members: readonly Member[]): unknown[] => [
  members.map(({ campaign }) => campaign),
  members.map(({ reader }) => reader),
  members.map(({ since }) => since),
];

/** Later changes are not considered yet; `$8` is a number of seconds. */
export const UNTIL = "now() - $8 * interval '1 second'";
