import { passage, passageContent, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { EXTRACTION_FAILURES, EXTRACTION_WARNINGS } from '@tomekeeper/text-extraction';
import { z } from 'zod';

// Output of the extraction process, line by line. An untrusted file may control the process, so each line is validated.

const number = z.number().int().min(1).max(100_000);

const extractedPassage = passage
  .pick({ kind: true, depth: true, level: true, page: true, region: true })
  .extend({
    text: z.string().max(PASSAGE_LIMITS.textLength),
    content: passageContent.omit({ image: true }).extend({ image: number.optional() }),
  });

/** Bytes of one embedded image. Larger ones are left out. */
export const MAX_IMAGE = 20 * 1024 * 1024;

export const extractionLine = z.union([
  z.object({ passage: extractedPassage }),
  /** The bytes follow the line: as base64 in JSON, one large image exceeds the heap of either process. */
  z.object({ image: z.object({ number, size: z.number().int().min(1).max(MAX_IMAGE) }) }),
  z.object({ progress: z.number().min(0).max(1) }),
  z.object({ pages: z.number().int().min(0).max(1_000_000) }),
  z.object({ secret: z.literal(true) }),
  z.object({ warning: z.enum(EXTRACTION_WARNINGS) }),
  z.object({ failed: z.enum(EXTRACTION_FAILURES) }),
  /** The extraction is complete. */
  z.object({ end: z.literal(true) }),
]);
