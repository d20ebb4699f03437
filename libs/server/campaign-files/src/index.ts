// Types for services. `import` and `export` load the parsers and writers.

export {
  ImportError,
  type TransferAudience,
  type TransferFile,
  type TransferNote,
  type TransferPassage,
} from './model';
export {
  SECTION_NAMES,
  parseRecord,
  type SectionName,
  type SectionRecord,
  type SectionRecords,
} from './archive-format/sections';
