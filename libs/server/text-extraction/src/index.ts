// Entry point of services. `extract-text.ts` and the formats except Markdown load only in the process that extracts files.

export { EXTRACTION_FAILURES, ExtractionError, type ExtractionFailure } from './extraction-error';
export { EXTRACTOR_VERSION } from './extractor-version';
export { formatOf, isExtractable, mayHoldSecrets, type FileFormat } from './file-format';
export {
  EXTRACTION_WARNINGS,
  type ExtractedPassage,
  type ExtractionEvent,
  type ExtractionLimits,
  type ExtractionResources,
  type ExtractionWarning,
} from './passages/extraction-event';
export { contentBytes, limitContent, mapContent } from './passages/content-limits';
export { safeHref } from './passages/inlines';
export { mapInlines } from './passages/marks';
export { extractMarkdown } from './text/markdown';
