export { EXTRACTION_FAILURES, ExtractionError, type ExtractionFailure } from './extraction-error';
export {
  EXTRACTOR_VERSION,
  extractMarkdown,
  extractText,
  type ExtractionOptions,
} from './extract-text';
export { formatOf, isExtractable, mayHoldSecrets, type FileFormat } from './file-format';
export {
  EXTRACTION_WARNINGS,
  type ExtractedPassage,
  type ExtractionEvent,
  type ExtractionLimits,
  type ExtractionWarning,
} from './passages/extraction-event';
export { contentBytes, limitContent, mapContent } from './passages/content-limits';
export { safeHref } from './passages/inlines';
export { mapInlines } from './passages/marks';
