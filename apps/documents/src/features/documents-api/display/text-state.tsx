import { Notice } from '@tomekeeper/ui/notice';
import { isNote, type Document } from '../documents-api';

/** Status of text extraction and the next step. */
interface StateWords {
  words: string;
  next: string;
}

const FINAL: Readonly<Record<string, StateWords>> = {
  ready: { words: 'Ready', next: 'Its text can be read and linked to.' },
  no_text: {
    words: 'No text in it (a scan)',
    next: 'To have its text, run text recognition (OCR) over the scan, and bring the outcome by “Replace file…”.',
  },
  locked: {
    words: 'Locked with a password',
    next: 'Save a copy without the password on your device, and bring it by “Replace file…”.',
  },
  damaged: {
    words: 'Damaged',
    next: 'Open it in the program that it was made with, save it anew, and bring that by “Replace file…”.',
  },
  too_large: {
    words: 'Too large to read',
    next: 'The file is stored. To read its text here, upload it in several parts.',
  },
  unsupported: {
    words: 'No text in this file type',
    next: 'Text is extracted from PDF, Word, OpenDocument, RTF, EPUB, Markdown, HTML and plain text.',
  },
};

/** Undefined for players and notes. */
function textStateInWords(document: Document): StateWords | undefined {
  // Notes need no text extraction.
  if (isNote(document)) return undefined;
  const { text_state: state, text_progress: progress } = document;
  if (state === 'waiting' || state === 'reading')
    return {
      words: typeof progress === 'number' ? `Reading… ${Math.round(progress)} %` : 'Reading…',
      next: 'The text appears here in a moment. You can open the file meanwhile.',
    };
  return typeof state === 'string' && Object.hasOwn(FINAL, state) ? FINAL[state] : undefined;
}

/** Extraction status among document facts, for GMs. */
export function TextStateFact({ document }: { document: Document }) {
  const state = textStateInWords(document);
  return state ? <span title={state.next}>{state.words}</span> : null;
}

/** Notice above a file without text, for GMs: reason and next step. Omitted for types that contain no text. */
export function TextStateNotice({ document }: { document: Document }) {
  const state = textStateInWords(document);
  if (!state || document.text_state === 'ready' || document.text_state === 'unsupported')
    return null;
  return (
    <Notice title={state.words}>
      <p>{state.next}</p>
    </Notice>
  );
}
