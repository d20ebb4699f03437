import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { shownToSome } from '../audiences/of-document';

export interface ConfirmAll {
  /** Whether players see a part of the document. Actions on the whole document are then labeled as such. */
  isPart: boolean;
  /** Asks for confirmation if players see a part of the document. */
  before: (goOn: () => void) => void;
  /** Render this on the page. */
  dialog: ReactNode;
}

/** Confirmation before a partially revealed document becomes visible completely. */
export function useConfirmAll(document: Document, confirm: string): ConfirmAll {
  const [goOn, setGoOn] = useState<() => void>();
  const isPart = shownToSome(document) > 0;
  return {
    isPart,
    before: (next) => (isPart ? setGoOn(() => next) : next()),
    dialog: goOn && (
      <ConfirmDialog
        open
        onClose={() => setGoOn(undefined)}
        title={`${confirm}?`}
        description={revealDescription(document)}
        confirm={confirm}
        onConfirm={() => {
          setGoOn(undefined);
          goOn();
        }}
      />
    ),
  };
}

function revealDescription(document: Document): string {
  const hidden = document.audiences?.gm ?? 0;
  const title = `the title “${nameOf(document)}”`;
  if (hidden === 0) return `The party is going to see ${title}.`;
  const passages =
    hidden === 1 ? 'the hidden passage' : `all ${hidden.toLocaleString('en')} hidden passages`;
  return `The party is going to see ${title} and ${passages}. Passages with an individual audience keep it.`;
}
