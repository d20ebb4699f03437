import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import type { ImportItem, ImportProblem, ImportSummary, Review } from './imports-api';

/** `1 note`, `2 notes`, `1,200 boxes to read aloud`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** `48 notes, 12 files, 3 problems`. */
export function countsInWords({ notes, files, problems }: Review['counts']): string {
  const parts = [
    notes > 0 && counted(notes, 'note'),
    files > 0 && counted(files, 'file'),
    problems > 0 && counted(problems, 'problem'),
  ];
  return parts.filter(Boolean).join(', ') || 'Nothing to import';
}

const STATES: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  extracting: 'Reading files',
  review: 'Ready for review',
  saving: 'Importing',
  done: 'Imported',
  undoing: 'Moving to the trash',
  undone: 'Undone',
  failed: 'Failed',
  cancelled: 'Canceled',
};

export const stateInWords = ({ state }: Pick<ImportSummary, 'state'>): string =>
  STATES[state] ?? state;

interface Reason {
  /** Why, as a sentence. */
  reason: string;
  /** Next step. */
  advice: string;
}

const ENTRIES = IMPORT_LIMITS.entries.toLocaleString('en');

const FAILURES: Readonly<Record<string, Reason>> = {
  unsupported: {
    reason: 'Files of this kind cannot be imported.',
    advice: 'Choose a zip, a folder, or a Markdown, HTML, text or Word file.',
  },
  damaged: {
    reason: 'The file is damaged or incomplete.',
    advice: 'Export it again in the other program, then choose the new file.',
  },
  locked: {
    reason: 'The file is protected by a password.',
    advice: 'Save it without the password, then choose it again.',
  },
  empty: {
    reason: 'There is nothing to import in this file.',
    advice: 'Choose the folder or export that contains your notes.',
  },
  too_large: {
    reason: 'The unpacked files are larger than 1 GB.',
    advice: 'Leave out large files, or import the folders one after the other.',
  },
  too_many: {
    reason: `There are more than ${ENTRIES} files, or more documents than a campaign can have.`,
    advice: 'Import the folders one after the other, or into several campaigns.',
  },
  campaign_full: {
    reason: 'The campaign has no room for these documents.',
    advice: 'Delete documents in the library and empty the trash, then import again.',
  },
  no_space: {
    reason: 'The server has no room for these files.',
    advice: 'Try again later, or ask the operator of this server for more space.',
  },
};

export const failureInWords = (failure: string | undefined): Reason =>
  FAILURES[failure ?? ''] ?? {
    reason: 'The import stopped because of an error on our side.',
    advice: 'Choose the file again. Nothing was added to the campaign.',
  };

const PROBLEMS: Readonly<Record<string, Reason>> = {
  unsupported: {
    reason: 'Files of this kind are not supported.',
    advice: 'Save it as Markdown, PDF or a picture, then import again.',
  },
  too_large: {
    reason: 'The file is too large.',
    advice: 'Make it smaller or split it, then import again.',
  },
  damaged: {
    reason: 'The file is damaged or cannot be read.',
    advice: 'Open it in the other program, save it again, then import again.',
  },
  locked: {
    reason: 'The file is protected by a password.',
    advice: 'Save it without the password, then import again.',
  },
  empty: { reason: 'The file is empty.', advice: 'Nothing to do, unless text is missing in it.' },
  unsafe_path: {
    reason: 'The path leads out of the archive.',
    advice: 'Pack the folder again with another program.',
  },
  same_name: {
    reason: 'Another file has the same name.',
    advice: 'Rename one of them, then import again.',
  },
  as_file: {
    reason: 'The text is too large for a note. It becomes a file.',
    advice: 'Players and GMs can open the file. To get a note, split the text, then import again.',
  },
  too_many: {
    reason: 'The campaign or the note has too many of these.',
    advice: 'Import fewer at once, or into another campaign.',
  },
};

export const problemInWords = ({ reason }: Pick<ImportProblem, 'reason'>): Reason =>
  PROBLEMS[reason] ?? {
    reason: 'The file cannot be imported.',
    advice: 'Save it in another format, then import again.',
  };

const FORMATS: Readonly<Record<string, string>> = {
  obsidian: 'Markdown',
  notion: 'Notion',
  foundry: 'Foundry VTT',
  html: 'HTML',
  files: 'Files',
  tomekeeper: 'Tomekeeper',
};

/** Undefined before detection, and for formats of later versions. */
export const formatInWords = ({ format }: Pick<ImportSummary, 'format'>): string | undefined =>
  FORMATS[format ?? ''];

/** State of an item compared with the document of an earlier import; undefined for new ones. */
export function markOf({ since_import }: Pick<ImportItem, 'since_import'>): string | undefined {
  switch (since_import) {
    case 'unchanged':
      return 'Already imported, unchanged';
    case 'changed':
      return 'Changed since the last import';
    case 'edited':
      return 'Edited here and in the source: keep or replace';
    case undefined:
      return undefined;
  }
}

const UNDO_REASONS: Readonly<Record<string, string>> = {
  edited: 'edited since the import',
  revealed: 'revealed to players since the import',
  replaced: 'existed before the import',
  imported_again: 'replaced by a later import',
};

export const undoReasonInWords = (reason: string): string =>
  UNDO_REASONS[reason] ?? 'changed since the import';
