import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { passageKind } from './passages';

export const CHANGE_LIMITS = {
  /** Maximum rows per response. */
  page: 500,
  /** Maximum characters of text per response; at least one row is always returned. */
  text: 1_000_000,
  /** Retention of deletions, in days; a consumer that lags further behind must restart. */
  goneDays: 30,
} as const;

/** Cursor of a consumer in a campaign's change feed: a change number, or a position within one change. Opaque to consumers. */
const place = z.string().regex(/^\d{1,15}(\.[0-2]\.[0-9a-f-]{36}\.\d{1,15})?$/);

/** Query of the internal `GET /internal/campaigns/{id}/changes`; without `after` it starts at the beginning. */
export const changesQuery = z.object({
  after: place.default('0'),
  limit: z.coerce.number().int().min(1).max(CHANGE_LIMITS.page).default(CHANGE_LIMITS.page),
  /** `seen` omits passages that only GMs ever saw, so that revocations for players apply ahead of other text. */
  only: z.enum(['seen']).optional(),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

const number = z.number().int();

/** Audience of a document or passage: GMs, all members, or a set of chosen players by the set's id. */
const audience = z.union([z.enum(['gm', 'party']), id]);

/** All players of a campaign, or one by membership id. */
const reader = z.union([z.literal('party'), id]);

/** Current state of a document, at its last change. */
const changedDocument = z.object({
  number,
  document: id,
  /** `trashed` documents are not searchable and can be restored; `gone` ones have no passages. */
  state: z.enum(['here', 'trashed', 'gone']),
  /** The following fields are set only for `here`. */
  name: z.string().optional(),
  kind: z.enum(['file', 'note']).optional(),
  /** Set for a handout with its own id: GMs read and search its source instead. */
  source: id.optional(),
  tags: z.array(z.string()).optional(),
  audience: z.enum(['gm', 'party']).optional(),
  /** Audience of passages without an explicit one. */
  text_audience: z.enum(['gm', 'party']).optional(),
  /**
   * For partially visible spoilers, for GMs: the title last shown to any player. Passages with an explicit audience are visible
   * to that audience; the others to the party if `text_audience` is `party`, and else only to GMs.
   */
  public_title: z.string().optional(),
  /** Public title per viewer: chosen players by membership id, if it differs from the party's. */
  titles: z.record(reader, z.string()).optional(),
  /**
   * Viewers of a partially visible spoiler with the start of their uninterrupted visibility: the party, or chosen players by
   * membership id. For a document that became Public: viewers of a part of it before that.
   */
  seen_since: z.record(reader, timestamp).optional(),
  created_at: timestamp.optional(),
  /** For Public documents: start of their visibility to players. */
  shown_since: timestamp.optional(),
  /** For a player's note that only GMs read: its audience `party` means them. */
  for_gms: z.literal(true).optional(),
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
  /** Only for passages with an explicit audience. */
  audience: audience.optional(),
});

const gonePassage = z.object({ number, gone_passage: id, document: id });

/** Row of the change feed. */
export const change = z.union([changedDocument, changedPassage, gonePassage]);
export type Change = z.infer<typeof change>;

/** Query of the internal `GET /internal/campaigns/{id}/change-numbers`, for a player with chosen passages by membership id. */
export const changeNumbersQuery = z.object({ membership: id.optional() });
export type ChangeNumbersQuery = z.infer<typeof changeNumbersQuery>;

/**
 * Last change of a campaign, and its revocation watermarks: the last change that reduced visibility for GMs, and for the given
 * player (without a membership: for a player who was never chosen for a passage).
 */
export const changeNumbersAnswer = z.object({
  last: number,
  restricting: z.object({
    gm: number,
    party: number,
    /** Sets of chosen players that contain the membership: its visibility in addition to the party's. */
    classes: z.array(id).optional(),
  }),
});
export type ChangeNumbersAnswer = z.infer<typeof changeNumbersAnswer>;

/**
 * Query of the internal `GET /internal/campaigns/{id}/notebooks`, for a member.
 * @property user absent for a GM who views as a player
 * @property membership of a player
 */
export const notebooksQuery = z.object({
  user: id.optional(),
  role: z.enum(['gm', 'player']),
  membership: id.optional(),
});
export type NotebooksQuery = z.infer<typeof notebooksQuery>;

/** Notebooks per answer; beyond it the longest unchanged ones are left out. */
export const MAX_NOTEBOOKS = 25;

/**
 * Response: notes of players that the member may read, by author. A notebook has a separate change feed, under its id instead of a
 * campaign's.
 */
export const notebooksAnswer = z.object({
  notebooks: z
    .array(
      changeNumbersAnswer.extend({
        id,
        /** Which notes the member reads: `all` in their own notebook, `gms` for GMs and party, or only `party`. */
        reads: z.enum(['all', 'gms', 'party']),
      }),
    )
    .max(MAX_NOTEBOOKS),
});
export type NotebooksAnswer = z.infer<typeof notebooksAnswer>;

/**
 * Response of the internal `GET /internal/campaigns/{id}/sees-anything` with the same query: whether that player, or without a
 * membership the party, sees any document. Viewers without any visible document need not wait for the initial index.
 */
export const seesAnythingAnswer = z.object({ sees_anything: z.boolean() });
export type SeesAnythingAnswer = z.infer<typeof seesAnythingAnswer>;

/** Query of the internal `GET /internal/campaigns/{id}/shared-folder`. */
export const sharedFolderQuery = z.object({ tag: z.string().min(1) });
export type SharedFolderQuery = z.infer<typeof sharedFolderQuery>;

/** Ids of the documents that players see in a folder, by the tags that GMs share; empty for an unknown folder. */
export const sharedFolderAnswer = z.object({ documents: z.array(id) });
export type SharedFolderAnswer = z.infer<typeof sharedFolderAnswer>;

/**
 * Response of `GET /internal/campaigns/{id}/changes`, ordered by change number; 404 if the campaign is deleted or never had a
 * document. Consumers must store rows and `next` in one transaction.
 */
export const changesAnswer = changeNumbersAnswer.extend({
  changes: z.array(change),
  /** Change number up to which the response is complete. */
  reached: number,
  next: place,
  more: z.boolean(),
  /**
   * True if the cursor is older than the retention: the consumer must delete its copy of the campaign and read the feed from `0`.
   */
  restart: z.boolean(),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;
