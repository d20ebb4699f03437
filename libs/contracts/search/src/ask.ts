import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { questionText, SEARCH_LIMITS, searchHit } from './find';

/** Body of `POST /api/search/ask/`. */
export const askRequest = z.object({
  campaign: z.string({ error: 'campaign must be an id.' }).toLowerCase().pipe(id),
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

export const answerPart = z.object({ text: z.string(), citations: z.array(citation) });

/**
 * Answer of `POST /api/search/ask/`. `answer` is null where nothing that the asker may read answers the question; `passages` are
 * then the nearest ones, and else those that are quoted, best first.
 */
export const askAnswer = z.object({
  answer: z.array(answerPart).nullable(),
  passages: z.array(searchHit).max(SEARCH_LIMITS.passagesOfAnswer),
  /** `extract`: the answer's sentences stand word for word in the passages. */
  written_by: z.literal('extract'),
});
export type AskAnswer = z.infer<typeof askAnswer>;
