import { z } from 'zod';

/** How far reading a file's text has come. All but the first two are final for the present file. */
export const textState = z.enum([
  'waiting',
  'reading',
  'ready',
  /** A scan, or an empty file. */
  'no_text',
  'locked',
  'damaged',
  'too_large',
  /** Of this kind of file no text is read. */
  'unsupported',
]);
export type TextState = z.infer<typeof textState>;
