import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { problemEvent, type EventOf } from './events';
import { idNamed, questionText, SEARCH_LIMITS, searchHit } from './find';

/** Body of `POST /api/search/ask/`. */
export const askRequest = z.object({
  campaign: idNamed('campaign'),
  question: questionText,
});
export type AskRequest = z.infer<typeof askRequest>;

/** Where a sentence stands: UTF-16 units of the passage's `text`. */
export const citation = z.object({
  document: id,
  passage: id,
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});
export type Citation = z.infer<typeof citation>;

/**
 * A sentence or a few, with where they stand. What a model wrote is marked `is_unsupported` where it does not say where, or what
 * it says so does not stand there.
 */
export const answerPart = z.object({
  text: z.string(),
  citations: z.array(citation),
  is_unsupported: z.literal(true).optional(),
});
export type AnswerPart = z.infer<typeof answerPart>;

/** `extract`: sentences stand word for word in the passages; else the name of the model that wrote them from the passages. */
export const writtenBy = z.string().min(1).max(200);
export const EXTRACT = 'extract';

/**
 * Answer of `POST /api/search/ask/`. `answer` is null where nothing that the asker may read answers the question; `passages` are
 * then the nearest ones, and else those that are quoted, best first.
 */
export const askAnswer = z.object({
  answer: z.array(answerPart).nullable(),
  passages: z.array(searchHit).max(SEARCH_LIMITS.passagesOfAnswer),
  written_by: writtenBy,
  /**
   * Where a model should have written the answer, and sentences of the passages are given instead: why, in words. The codes are
   * `MODEL_CODES`; a newer service may know others.
   */
  instead_because: z.object({ code: z.string(), detail: z.string() }).optional(),
});
export type AskAnswer = z.infer<typeof askAnswer>;

/**
 * What comes with `Accept: text/event-stream`, by the event's name: the passages that are read, each part of an answer as it is written, and
 * at the end the whole answer, which takes the place of all parts. `problem` breaks off: something was taken from who asks, or went wrong.
 */
export const ASK_EVENTS = {
  passages: askAnswer.pick({ passages: true, written_by: true }),
  part: answerPart,
  answer: askAnswer,
  problem: problemEvent,
} as const;
export type AskEvent = EventOf<typeof ASK_EVENTS>;
