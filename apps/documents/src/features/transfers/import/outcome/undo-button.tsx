import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { ImportSummary } from '../imports-api';
import { useRefetchImport } from '../use-import';
import { UndoDialog } from './undo-dialog';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

type Undoable = Pick<ImportSummary, 'id' | 'campaign' | 'file_name' | 'state' | 'undo_until'>;

/** The last day on which an import can be undone; undefined if it cannot. */
export function lastUndoDay({ state, undo_until }: Undoable, now: Date): string | undefined {
  if (state !== 'done' || undo_until === undefined) return undefined;
  const until = new Date(undo_until);
  return until > now ? DAY.format(until) : undefined;
}

/** Undoes an import; nothing if it cannot be undone. */
export function UndoButton({ imported }: { imported: Undoable }) {
  const [isAsked, setIsAsked] = useState(false);
  const refetch = useRefetchImport(imported.campaign, imported.id);
  const isUndoable = lastUndoDay(imported, new Date()) !== undefined;
  return (
    <>
      {isUndoable && (
        <Button variant="secondary" size="small" onClick={() => setIsAsked(true)}>
          Undo import
          <VisuallyHidden> of {imported.file_name}</VisuallyHidden>
        </Button>
      )}
      {/* Stays open for the question about changed documents. */}
      {isAsked && (
        <UndoDialog id={imported.id} onClose={() => setIsAsked(false)} onUndone={refetch} />
      )}
    </>
  );
}
