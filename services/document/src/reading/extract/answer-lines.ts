import { passage, passageContent, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { z } from 'zod';

// What the child answers, line by line. It may have been taken over by what it read, so each line is parsed.

export const refusal = z.enum(['no_text', 'locked', 'damaged', 'too_large', 'unsupported']);
export type Refusal = z.infer<typeof refusal>;

const number = z.number().int().min(1).max(100_000);

/** A passage as the file holds it: without id and audience; images by number. */
export const readPassage = passage
  .pick({ kind: true, depth: true, level: true, page: true, region: true })
  .extend({
    text: z.string().max(PASSAGE_LIMITS.textLength),
    content: passageContent.omit({ image: true }).extend({ image: number.optional() }),
  });
export type ReadPassage = z.infer<typeof readPassage>;

/** Bytes of one embedded picture; larger ones are left out. */
export const MAX_IMAGE = 20 * 1024 * 1024;

export const answerLine = z.union([
  z.object({ passage: readPassage }),
  /** As many bytes follow the line: as base64 in JSON, one large image exceeds the heap of either process. */
  z.object({ image: z.object({ number, size: z.number().int().min(1).max(MAX_IMAGE) }) }),
  z.object({ progress: z.number().min(0).max(1) }),
  z.object({ pages: z.number().int().min(0).max(1_000_000) }),
  /** The file contains secret markup, even if no passage is secret. */
  z.object({ secret: z.literal(true) }),
  z.object({ refused: refusal }),
  /** Nothing is missing. */
  z.object({ end: z.literal(true) }),
]);
