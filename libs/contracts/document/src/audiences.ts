import { z } from 'zod';
import { id, requiredText, timestamp } from '@tomekeeper/contracts-values';
import { seenTitle } from './seen-title';

export const AUDIENCE_LIMITS = {
  /** Passages that one call names; `all` is any number. */
  passages: 5_000,
  /** Chosen players of one audience. */
  players: 100,
  publicTitleLength: 255,
  /** Entries of one answer of the ledger. */
  ledgerPage: 100,
  /** Passages of one entry whose words are given. */
  ledgerWords: 5,
  /** Texts of one spoiler check, and UTF-16 units of each. */
  checkedTexts: 30,
  checkedLength: 4_000,
  /** Names that a spoiler check points out. */
  namesFound: 20,
} as const;

/** What players are told that a document is called, of which they see a part; the real title is never sent. */
const publicTitle = requiredText('public_title', AUDIENCE_LIMITS.publicTitleLength);

/** Passages of a document, by their ids. */
const anyPassages = z
  .array(id.toLowerCase())
  .max(AUDIENCE_LIMITS.passages, `Choose at most ${AUDIENCE_LIMITS.passages} passages at a time.`);
const somePassages = anyPassages.min(1, 'Choose at least one passage.');

const somePlayers = z
  .array(id.toLowerCase())
  .min(1, 'Choose at least one player.')
  .max(AUDIENCE_LIMITS.players, `Choose at most ${AUDIENCE_LIMITS.players} players.`);

/** Who sees passages beside the GMs: nobody, all players, or those chosen here. People go by their user ids. */
export const audienceChoice = z.union(
  [
    z.enum(['gm', 'party']),
    z.object({
      players: somePlayers,
      /** Whether chosen players see the names of the others. Without it they see only “Not for the whole party”. */
      tell_readers: z.boolean({ error: 'tell_readers must be true or false.' }).optional(),
    }),
  ],
  { error: 'audience must be gm, party or a list of players.' },
);
export type AudienceChoice = z.infer<typeof audienceChoice>;

const passagesWanted = `passages must be all, or a list of 1 to ${AUDIENCE_LIMITS.passages} ids.`;

/** Some passages of a document, by their ids, or all of them. */
export const chosenPassages = z.union([z.literal('all'), somePassages], { error: passagesWanted });
export type ChosenPassages = z.infer<typeof chosenPassages>;

/**
 * Body of `PUT /api/documents/{id}/audience/`, for GMs. From a Spoilers document nothing becomes visible to somebody who saw
 * none of it without `public_title`: 400 with the type `document.public_title_required`. With no passage at all the title alone
 * changes, of a spoiler of which somebody sees something.
 */
export const setAudienceRequest = z
  .object({
    passages: z.union([z.literal('all'), anyPassages], { error: passagesWanted }),
    audience: audienceChoice,
    public_title: publicTitle.optional(),
  })
  .refine(({ passages, public_title }) => passages.length > 0 || public_title !== undefined, {
    path: ['passages'],
    error: 'Choose at least one passage.',
  });
export type SetAudienceRequest = z.infer<typeof setAudienceRequest>;

/**
 * Answer of `PUT /api/documents/{id}/audience/`. `act` stands in the ledger and is what `DELETE …/acts/{act}/` takes back;
 * null where nothing changed.
 */
export const setAudienceAnswer = z.object({
  act: id.nullable(),
  /** How many have another audience now, and the first of them. */
  changed: z.number().int(),
  passages: z.array(id).max(AUDIENCE_LIMITS.passages),
});
export type SetAudienceAnswer = z.infer<typeof setAudienceAnswer>;

/**
 * Answer of `DELETE /api/documents/{id}/acts/{act}/`: how many passages are for GMs alone now because they were written since the
 * act, which others would see otherwise.
 */
export const takeBackAnswer = z.object({ kept: z.number().int() });
export type TakeBackAnswer = z.infer<typeof takeBackAnswer>;

/**
 * Query of `DELETE /api/documents/{id}/acts/{act}/`. Where players would see a document again under a title that it has got while
 * it was hidden, 409 with the code `document.renamed_meanwhile`, until that title is named here.
 */
export const takeBackQuery = z.object({ seen_title: seenTitle });
export type TakeBackQuery = z.infer<typeof takeBackQuery>;

/**
 * Body of `POST /api/documents/{id}/show/`: with passages they are revealed to the party and shown; else the document. With
 * `keep: false` nothing is revealed: named players see it for 30 minutes at most, or until a GM stops it
 * (`DELETE /api/documents/{id}/show/`).
 */
export const showRequest = z
  .object({
    keep: z.boolean({ error: 'keep must be true or false.' }).optional(),
    /** With `keep: false`: the recipients; defaults to all players of the campaign. */
    players: somePlayers.optional(),
    passages: somePassages.optional(),
    /** With `keep: false`: the title on the recipients' screens; without it they see no title. */
    public_title: publicTitle.optional(),
    /** Of a document as a whole. */
    seen_title: seenTitle,
  })
  .default({});
export type ShowRequest = z.infer<typeof showRequest>;

/** What an entry of the ledger tells of. `write` is text that was born with, or took, an audience of its own in a save. */
export const ledgerAct = z.enum([
  'opening',
  'upload',
  'reveal',
  'hide',
  'delete',
  'restore',
  'replace',
  'noticed',
  'take_back',
  'write',
  /** Shown without keeping: no change of visibility. */
  'show',
]);

/** An entry of the ledger, of a document or of passages of one. */
export const ledgerEntry = z.object({
  id,
  at: timestamp,
  act: ledgerAct,
  /** Absent where nobody knows any longer. */
  by: id.optional(),
  document: id,
  /** As it is called now; absent where it is gone for good. */
  title: z.string().optional(),
  /** Under which players see parts of it, where it is a spoiler. */
  public_title: z.string().optional(),
  audience: z.enum(['gm', 'party', 'players']),
  /** Of chosen players: those who still belong to the campaign. */
  players: z.array(id).optional(),
  /** Of passages: how many, and the first of those that are there still, with the beginning of their words. */
  passages: z
    .object({
      count: z.number().int(),
      first: z.array(z.object({ id, text: z.string() })).max(AUDIENCE_LIMITS.ledgerWords),
    })
    .optional(),
  /** It is of the document as a whole: `passages` are those whose own audience changed with that. */
  of_document: z.literal(true).optional(),
  /** Whether `DELETE /api/documents/{document}/acts/{id}/` would change something now. */
  can_take_back: z.boolean(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Query of `GET /api/campaigns/{id}/ledger/`, for GMs. */
export const ledgerQuery = z.object({
  /** What one player, or the party, knows: instead of the entries. */
  player: z.union([z.literal('party'), id.toLowerCase()]).optional(),
  /** With `player`: as of a moment; now, where it is left out. */
  as_of: z.iso.datetime({ offset: true, error: 'as_of must be a date and time.' }).optional(),
  /** Entries, or documents, after this one. */
  after: id.optional(),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

/** A document that players know something of. */
export const knownDocument = z.object({
  document: id,
  title: z.string(),
  /** What they know it as, where that is not its title. */
  public_title: z.string().optional(),
  since: timestamp,
  /** Whether they may have the file and all its text. */
  whole: z.boolean(),
  /** Passages of it that they know, and the first of them. */
  passages: z.object({
    count: z.number().int(),
    first: z.array(z.object({ id, text: z.string() })).max(AUDIENCE_LIMITS.ledgerWords),
  }),
});
export type KnownDocument = z.infer<typeof knownDocument>;

/** Answer of `GET /api/campaigns/{id}/ledger/`: entries newest first, or, with `player`, what they know. */
export const ledgerAnswer = z.object({
  entries: z.array(ledgerEntry).max(AUDIENCE_LIMITS.ledgerPage).optional(),
  known: z.array(knownDocument).max(AUDIENCE_LIMITS.ledgerPage).optional(),
  /** Give it as `after` to go on. */
  next: id.optional(),
});
export type LedgerAnswer = z.infer<typeof ledgerAnswer>;

/**
 * Body of `POST /api/documents/spoiler-check/`, for GMs: what is about to be read by people who may not know every name in it.
 */
export const spoilerCheckRequest = z.object({
  campaign: id,
  /** Titles, tags, file names. */
  texts: z
    .array(z.string().max(AUDIENCE_LIMITS.checkedLength))
    .max(AUDIENCE_LIMITS.checkedTexts)
    .default([]),
  audience: audienceChoice,
  /** Passages that are about to be revealed: their words are checked too, and known from then on. */
  revealing: z.object({ document: id, passages: chosenPassages }).optional(),
});
export type SpoilerCheckRequest = z.infer<typeof spoilerCheckRequest>;

/** Answer of `POST /api/documents/spoiler-check/`: names that stand in hidden passages and in none that these readers see. */
export const spoilerCheckAnswer = z.object({
  names: z
    .array(
      z.object({
        name: z.string(),
        /** A document with a hidden passage in which it stands. */
        document: id,
        title: z.string(),
      }),
    )
    .max(AUDIENCE_LIMITS.namesFound),
});
export type SpoilerCheckAnswer = z.infer<typeof spoilerCheckAnswer>;
