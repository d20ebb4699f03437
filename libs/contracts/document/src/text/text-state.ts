import { z } from 'zod';

/** State of a file's text extraction. All but the first two are final for the current file. */
export const textState = z.enum([
  'waiting',
  'reading',
  'ready',
  /** A scan or an empty file. */
  'no_text',
  'locked',
  'damaged',
  'too_large',
  /** Text extraction does not support this file type. */
  'unsupported',
]);
export type TextState = z.infer<typeof textState>;
