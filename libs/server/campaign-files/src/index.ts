// Types for services. `import` and `export` load the parsers and writers.

export {
  ImportError,
  type TransferAudience,
  type TransferFile,
  type TransferNote,
  type TransferPassage,
} from './model';
export { parseRecord, type SectionRecord, type SectionRecords } from './archive-format/sections';
export { type CharacterRecord } from './archive-format/sections/characters';
export {
  sessionRecord,
  type BoardRecord,
  type SessionRecord,
} from './archive-format/sections/sessions';
export { itemHref, itemLink } from './item-link';
