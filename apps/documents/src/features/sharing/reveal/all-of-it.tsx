import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { shownToSome } from '../audiences/of-document';

export interface AllOfIt {
  /** Players see a part of it: what is done to the whole is called that, so that nobody takes it for the part. */
  isPart: boolean;
  /** Asks first where players see a part of it. */
  before: (goOn: () => void) => void;
  /** To be placed on the page. */
  dialog: ReactNode;
}

/** Before the whole of a document becomes visible of which a part was revealed. */
export function useAllOfIt(document: Document, confirm: string): AllOfIt {
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
        description={whatBecomesVisible(document)}
        confirm={confirm}
        onConfirm={() => {
          setGoOn(undefined);
          goOn();
        }}
      />
    ),
  };
}

function whatBecomesVisible(document: Document): string {
  const hidden = document.audiences?.gm ?? 0;
  const passages =
    hidden === 1 ? 'the hidden passage' : `all ${hidden.toLocaleString('en')} hidden passages`;
  const shown =
    hidden === 0
      ? 'its title'
      : `${passages} of it, but for those with an audience of their own, and its title`;
  return `The party is going to see ${shown}: “${nameOf(document)}”.`;
}
