import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { problemEvent, type EventOf } from './events';
import { idNamed, questionText, SEARCH_LIMITS, searchHit, sessionFields } from './search';

/** Body of `POST /api/search/ask/`. */
export const askRequest = z.object({
  campaign: idNamed('campaign'),
  question: questionText,
});
export type AskRequest = z.infer<typeof askRequest>;

/** Location of a quotation: UTF-16 offsets in the passage's `text`. */
export const citation = z.object({
  document: id,
  passage: id,
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});
export type Citation = z.infer<typeof citation>;

/**
 * One or more sentences with their sources. `is_unsupported` marks sentences of a model without a citation, or with
 * one that does not support them.
 */
export const answerPart = z.object({
  text: z.string(),
  citations: z.array(citation),
  is_unsupported: z.literal(true).optional(),
});
export type AnswerPart = z.infer<typeof answerPart>;

/** Support of an answer: one strong source, several sources, or one source that may not answer the question. */
export const support = z.enum(['strong', 'several', 'weak']);
export type Support = z.infer<typeof support>;

/** `extract`: quotations from the passages; otherwise the name of the language model that wrote the answer. */
export const writtenBy = z.string().min(1).max(200);
export const EXTRACT = 'extract';

/**
 * Response of `POST /api/search/ask/`. `answer` is null if no visible text answers the question; `passages` are then
 * the closest ones, otherwise the cited ones, best first.
 */
export const askAnswer = z.object({
  answer: z.array(answerPart).nullable(),
  passages: z.array(searchHit).max(SEARCH_LIMITS.passagesOfAnswer),
  written_by: writtenBy,
  /** Absent without an answer, and in answers about sessions. */
  support: support.optional(),
  /** Reason for quotations instead of a model's answer. The codes are `MODEL_CODES`; a newer service may add others. */
  instead_because: z.object({ code: z.string(), detail: z.string() }).optional(),
  /** Answers about sessions are quotations, without a model. `answer` is null for dates and checklists, which have no text. */
  ...sessionFields,
});
export type AskAnswer = z.infer<typeof askAnswer>;

/**
 * Events of a response to `Accept: text/event-stream`: the passages, each part of the answer, then the complete
 * answer, which replaces all parts. `problem` ends the stream after an error or a revocation.
 */
export const ASK_EVENTS = {
  passages: askAnswer.pick({ passages: true, written_by: true }),
  part: answerPart,
  answer: askAnswer,
  problem: problemEvent,
} as const;
export type AskEvent = EventOf<typeof ASK_EVENTS>;
