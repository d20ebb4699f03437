// Types for services. `import` and `export` load the parsers and writers.

export {
  IMPORT_FORMATS,
  ImportError,
  TRANSFER_PROBLEMS,
  type ImportFormat,
  type TransferAudience,
  type TransferFile,
  type TransferNote,
  type TransferPassage,
  type TransferProblem,
  type TransferProblemReason,
} from './model';
