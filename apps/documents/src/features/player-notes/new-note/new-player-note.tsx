import { lazy, Suspense, useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';

const NewPlayerNoteDialog = lazy(async () => ({
  default: (await import('./new-player-note-dialog')).NewPlayerNoteDialog,
}));

interface NewPlayerNoteProps {
  campaignId: string;
  /** Secondary style, for places with another primary action. */
  isQuiet?: boolean;
}

/** Button with which a player writes a note. */
export function NewPlayerNote({ campaignId, isQuiet = false }: NewPlayerNoteProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(isQuiet && { variant: 'quiet' })}
        size="small"
        icon={<Drawing shape={iconShapes.plus} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        New note
      </Button>
      {isOpen && (
        <Suspense>
          <NewPlayerNoteDialog campaignId={campaignId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
