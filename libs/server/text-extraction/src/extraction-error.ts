export const EXTRACTION_FAILURES = [
  'no_text',
  'locked',
  'damaged',
  'too_large',
  'unsupported',
] as const;
export type ExtractionFailure = (typeof EXTRACTION_FAILURES)[number];

/** A file from which no text is extracted. */
export class ExtractionError extends Error {
  constructor(
    readonly reason: ExtractionFailure,
    /** Whether the file contains secret markup, as far as it was parsed. */
    readonly hasSecrets = false,
    options?: ErrorOptions,
  ) {
    super(`Text extraction failed: ${reason}.`, options);
  }
}
