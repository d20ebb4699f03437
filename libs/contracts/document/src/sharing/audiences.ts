import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { chosenCategory, chosenPortrait, documentCategory, portrait } from '../documents/looks';
import { expectedTitle } from './expected-title';

export const AUDIENCE_LIMITS = {
  /** Maximum passages named in one call; `all` is unlimited. */
  passages: 5_000,
  /** Maximum chosen players of one audience. */
  players: 100,
  publicTitleLength: 255,
  /** Entries per ledger page. */
  ledgerPage: 100,
  /** Passages per ledger entry that include their text. */
  ledgerWords: 5,
  /** Maximum texts per spoiler check, and UTF-16 code units per text. */
  checkedTexts: 30,
  checkedLength: 4_000,
  /** Maximum handouts of one document, including those that no player has seen for up to 30 days. */
  handouts: 50,
  /** Maximum names in a spoiler check result. */
  namesFound: 20,
} as const;

/** Title shown to players of a partially visible spoiler; they never receive the real title. */
const publicTitle = requiredText('public_title', AUDIENCE_LIMITS.publicTitleLength);

/** Passage ids of one document. */
const anyPassages = z
  .array(id.toLowerCase())
  .max(AUDIENCE_LIMITS.passages, `Choose at most ${AUDIENCE_LIMITS.passages} passages at a time.`);
const somePassages = anyPassages.min(1, 'Choose at least one passage.');

const somePlayers = z
  .array(id.toLowerCase())
  .min(1, 'Choose at least one player.')
  .max(AUDIENCE_LIMITS.players, `Choose at most ${AUDIENCE_LIMITS.players} players.`);

/** Audience of passages in addition to the GMs: none, all players, or chosen players by user id. */
export const audienceChoice = z.union(
  [
    z.enum(['gm', 'party']),
    z.object({
      players: somePlayers,
      /** Whether chosen players see each other's names. If false they see only “Not for the whole party”. */
      tell_readers: z.boolean({ error: 'tell_readers must be true or false.' }).optional(),
    }),
  ],
  { error: 'audience must be gm, party or a list of players.' },
);
export type AudienceChoice = z.infer<typeof audienceChoice>;

const passagesWanted = `passages must be all, or a list of 1 to ${AUDIENCE_LIMITS.passages} ids.`;

/** Passage ids of one document, or all of its passages. */
export const chosenPassages = z.union([z.literal('all'), somePassages], { error: passagesWanted });
export type ChosenPassages = z.infer<typeof chosenPassages>;

/**
 * Body of `PUT /api/documents/{id}/audience/`, for GMs. Making a Spoilers document visible to a player who saw none of it
 * requires `public_title`; otherwise 400 with the type `document.public_title_required`. An empty passage list changes only the
 * title of a partially visible spoiler.
 *
 * With `handout` the change applies to one handout of a Spoilers document: `new` creates one, which for its readers is a
 * document with its own id; the id of the document itself is its first handout. Without `handout` the first handout changes,
 * and an audience narrower than the party also hides the passages in all handouts with readers outside it.
 */
export const setAudienceRequest = z
  .object({
    passages: z.union([z.literal('all'), anyPassages], { error: passagesWanted }),
    audience: audienceChoice,
    public_title: publicTitle.optional(),
    handout: z
      .union([z.literal('new'), id.toLowerCase()], {
        error: 'handout must be new, or the id of a handout of the document.',
      })
      .optional(),
  })
  .refine(({ passages, public_title }) => passages.length > 0 || public_title !== undefined, {
    path: ['passages'],
    error: 'Choose at least one passage.',
  });
export type SetAudienceRequest = z.infer<typeof setAudienceRequest>;

/**
 * Response of `PUT /api/documents/{id}/audience/`. `act` identifies the audience change in the ledger; `DELETE …/acts/{act}/`
 * undoes it. Null if nothing changed.
 */
export const setAudienceAnswer = z.object({
  act: id.nullable(),
  /** Number of passages with a changed audience, and their first ids. */
  changed: z.number().int(),
  passages: z.array(id).max(AUDIENCE_LIMITS.passages),
  /** The handout that the request named or created. */
  handout: id.optional(),
});
export type SetAudienceAnswer = z.infer<typeof setAudienceAnswer>;

/** A handout of a Spoilers document, for GMs. */
export const handout = z.object({
  /** For its readers the id of the document. */
  id,
  /** Title for its readers; the latest one if they know it by several. */
  title: z.string(),
  /** For its readers, if chosen; independent of the category of the document. */
  category: documentCategory.optional(),
  /** Like `category`. Readers receive it if they see the picture itself. */
  portrait: portrait.optional(),
  audience: z.enum(['party', 'players']),
  /** For chosen players: current members only. */
  players: z.array(id).optional(),
  /** Number of passages that some player sees. */
  passages: z.number().int(),
});
export type Handout = z.infer<typeof handout>;

/** Response of `GET /api/documents/{id}/handouts/`, for GMs: handouts that some player sees, oldest first. */
export const handoutsAnswer = z.object({
  handouts: z.array(handout).max(AUDIENCE_LIMITS.handouts + 1),
});
export type HandoutsAnswer = z.infer<typeof handoutsAnswer>;

/** Body of `PATCH /api/documents/{id}/handouts/{handout}/`, for GMs; the response is the list of handouts. */
export const updateHandoutRequest = z.object({
  category: chosenCategory,
  portrait: chosenPortrait,
});
export type UpdateHandoutRequest = z.infer<typeof updateHandoutRequest>;

/**
 * Response of `DELETE /api/documents/{id}/acts/{act}/`. `kept` counts passages that became GM-only because they were edited after
 * the audience change and the undo would reveal them.
 */
export const takeBackAnswer = z.object({ kept: z.number().int() });
export type TakeBackAnswer = z.infer<typeof takeBackAnswer>;

/**
 * Query of `DELETE /api/documents/{id}/acts/{act}/`. If the undo shows a document to players under a title that changed while it
 * was hidden, the response is 409 with the code `document.renamed_meanwhile` until the request names that title.
 */
export const takeBackQuery = z.object({ seen_title: expectedTitle });
export type TakeBackQuery = z.infer<typeof takeBackQuery>;

/**
 * Body of `POST /api/documents/{id}/show/`. Reveals the passages, or the whole document without `passages`, to the party and
 * shows it. With `keep: false` nothing is revealed: the recipients see it for at most 30 minutes or until a GM stops it (`DELETE
 * /api/documents/{id}/show/`).
 */
export const showRequest = z
  .object({
    keep: z.boolean({ error: 'keep must be true or false.' }).optional(),
    /** With `keep: false`: the recipients; defaults to all players of the campaign. */
    players: somePlayers.optional(),
    passages: somePassages.optional(),
    /** With `keep: false`: the title on the recipients' screens; no title by default. */
    public_title: publicTitle.optional(),
    /** Only for a whole document. */
    seen_title: expectedTitle,
  })
  .default({});
export type ShowRequest = z.infer<typeof showRequest>;

/** Body of `POST /api/documents/spoiler-check/`, for GMs: texts whose future readers may not know every name in them. */
export const spoilerCheckRequest = z.object({
  campaign: id,
  /** Titles, tags, file names. */
  texts: z
    .array(z.string().max(AUDIENCE_LIMITS.checkedLength))
    .max(AUDIENCE_LIMITS.checkedTexts)
    .default([]),
  audience: audienceChoice,
  /** Passages about to be revealed: the service checks their text too and treats it as known afterward. */
  revealing: z.object({ document: id, passages: chosenPassages }).optional(),
});
export type SpoilerCheckRequest = z.infer<typeof spoilerCheckRequest>;

/**
 * Response of `POST /api/documents/spoiler-check/`: names that occur in hidden passages and in no passage visible to this
 * audience.
 */
export const spoilerCheckAnswer = z.object({
  names: z
    .array(
      z.object({
        name: z.string(),
        /** A document with a hidden passage that contains the name. */
        document: id,
        title: z.string(),
      }),
    )
    .max(AUDIENCE_LIMITS.namesFound),
});
export type SpoilerCheckAnswer = z.infer<typeof spoilerCheckAnswer>;
