// Types for services. `import` and `export` load the parsers and writers.

export {
  ImportError,
  type TransferAudience,
  type TransferFile,
  type TransferNote,
  type TransferPassage,
} from './model';
