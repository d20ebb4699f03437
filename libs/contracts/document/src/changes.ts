import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { passageKind } from './passages';

export const CHANGE_LIMITS = {
  /** Most rows of one answer. */
  page: 500,
  /** Characters of text in one answer; one row is always given. */
  text: 1_000_000,
  /** Days for which is remembered that something has gone; who was away for longer begins anew. */
  goneDays: 30,
} as const;

/** Where somebody stands in the feed of a campaign: all up to a number, or within one. They keep it and give it back. */
const place = z.string().regex(/^\d{1,15}(\.[0-2]\.[0-9a-f-]{36}\.\d{1,15})?$/);

/** Query of the internal `GET /internal/campaigns/{id}/changes`; without `after` from the beginning. */
export const changesQuery = z.object({
  after: place.default('0'),
  limit: z.coerce.number().int().min(1).max(CHANGE_LIMITS.page).default(CHANGE_LIMITS.page),
  /** `seen` omits passages that only GMs ever saw, so that revocations for players apply ahead of other text. */
  only: z.enum(['seen']).optional(),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

const number = z.number().int();

/** Who sees a document, or a passage: the campaign's GMs, all its members, or the chosen players of a set. */
const audience = z.union([z.enum(['gm', 'party']), id]);

/** All players of a campaign, or one by their membership. */
const reader = z.union([z.literal('party'), id]);

/** A document as it is now, by its last change. */
const changedDocument = z.object({
  number,
  document: id,
  /** In the trash nobody finds it, and it may come back; what is gone has no passages either. */
  state: z.enum(['here', 'trashed', 'gone']),
  /** What follows is of documents that are here. */
  name: z.string().optional(),
  kind: z.enum(['file', 'note']).optional(),
  tags: z.array(z.string()).optional(),
  audience: z.enum(['gm', 'party']).optional(),
  /** Who sees those of its passages that have no audience of their own. */
  text_audience: z.enum(['gm', 'party']).optional(),
  /**
   * Of spoilers of which somebody sees something: what players were told last that it is called, whoever they were; for GMs. Those with
   * an audience of their own are seen by it then, and in a document whose `text_audience` is the party's; else by GMs alone.
   */
  public_title: z.string().optional(),
  /** The same for each reader: chosen players by their membership, where that is another than all players'. */
  titles: z.record(reader, z.string()).optional(),
  /**
   * Who sees a part of a spoiler, and since when without a break: all players, or chosen ones by their membership. Of a document that has
   * become Public since, who saw a part of it before that.
   */
  seen_since: z.record(reader, timestamp).optional(),
  created_at: timestamp.optional(),
  /** Of Public documents: since when players see it. */
  shown_since: timestamp.optional(),
});

const changedPassage = z.object({
  number,
  passage: id,
  document: id,
  position: z.number().int(),
  kind: passageKind,
  depth: z.number().int(),
  level: z.number().int().optional(),
  text: z.string(),
  page: z.number().int().optional(),
  /** Where it has one of its own. */
  audience: audience.optional(),
});

const gonePassage = z.object({ number, gone_passage: id, document: id });

/** A row of the feed. */
export const change = z.union([changedDocument, changedPassage, gonePassage]);
export type Change = z.infer<typeof change>;

/** Query of the internal `GET /internal/campaigns/{id}/change-numbers`: of a player who is chosen for passages by that. */
export const changeNumbersQuery = z.object({ membership: id.optional() });
export type ChangeNumbersQuery = z.infer<typeof changeNumbersQuery>;

/**
 * The newest change of a campaign, and the revocation watermarks: the newest change that took something away from its GMs, and from
 * the player who is asked about (without a membership: from a player who was never chosen for anything).
 */
export const changeNumbersAnswer = z.object({
  last: number,
  restricting: z.object({
    gm: number,
    party: number,
    /** The sets of chosen players that the membership belongs to: all that it sees in addition to the party's passages. */
    classes: z.array(id).optional(),
  }),
});
export type ChangeNumbersAnswer = z.infer<typeof changeNumbersAnswer>;

/**
 * Answer of the internal `GET /internal/campaigns/{id}/sees-anything`, by the same query: whether that player, or without a membership
 * the party, sees any document. While a copy is being made for the first time, whoever sees nothing need not wait for it.
 */
export const seesAnythingAnswer = z.object({ sees_anything: z.boolean() });
export type SeesAnythingAnswer = z.infer<typeof seesAnythingAnswer>;

/**
 * Answer of `GET /internal/campaigns/{id}/changes`, in order of number; 404 where the campaign is gone, or nothing was ever
 * in it. Whoever keeps a copy stores the rows and `next` in one transaction of their own.
 */
export const changesAnswer = changeNumbersAnswer.extend({
  changes: z.array(change),
  /** The number up to which all was given. */
  reached: number,
  next: place,
  more: z.boolean(),
  /** True where too much was forgotten since that place: what is kept of the campaign goes, and the feed is read from `0`. */
  restart: z.boolean(),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;
