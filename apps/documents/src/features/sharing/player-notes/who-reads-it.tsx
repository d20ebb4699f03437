import { detailOrText } from '@tomekeeper/api-client';
import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { buttonClass } from '@tomekeeper/ui/button';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import type { Document } from '../../documents-api/documents-api';
import { Opens } from '../../documents-api/display/opens';
import { NoteReaders } from '../../documents-api/player-notes/note-readers';
import { usePlayerNotesApi } from '../../documents-api/player-notes/player-notes-api';
import {
  AUTHOR_AUDIENCES,
  NOW_READ_BY,
  READERS,
} from '../../documents-api/player-notes/readers-in-words';
import { usePlayerNoteChanges } from '../../documents-api/player-notes/use-player-notes';

interface WhoReadsItProps {
  note: Document;
  /** Runs before more people read the note, so that they get the text that is not saved yet. */
  before?: () => Promise<void>;
}

/** Menu in which the author of a note chooses who reads it. The button names the readers that the server has confirmed. */
export function WhoReadsIt({ note, before }: WhoReadsItProps) {
  const { toast } = useShell();
  const api = usePlayerNotesApi();
  const changes = usePlayerNoteChanges(note.campaign);
  const { author_audience: current = 'private' } = note;
  const changing = useSerialMutation({
    mutationFn: async (audience: AuthorAudience) => {
      // Fewer readers first: they must not get the text that is not saved yet.
      if (isWider(audience, current)) await before?.();
      return api.setAudience(note.id, audience);
    },
    onSuccess: async (changed) => {
      await changes.replace(changed);
      toast({ message: NOW_READ_BY[changed.author_audience ?? 'private'], tone: 'success' });
    },
    onError(error) {
      changes.refreshIfGone(error, note.id);
      toast({
        message: detailOrText(error, 'Could not change who reads this note.').message,
        tone: 'error',
      });
    },
  });
  return (
    <Menu
      label={`Who reads it: ${changing.isPending ? 'Changing…' : READERS[current]}`}
      align="start"
      trigger={
        <Opens words={changing.isPending ? 'Changing…' : <NoteReaders audience={current} />} />
      }
      triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
    >
      {AUTHOR_AUDIENCES.map((audience) => (
        <MenuItem
          key={audience}
          checked={audience === current}
          disabled={changing.isPending}
          onClick={() => audience !== current && changing.mutate(audience)}
        >
          {READERS[audience]}
        </MenuItem>
      ))}
    </Menu>
  );
}

const isWider = (audience: AuthorAudience, before: AuthorAudience): boolean =>
  AUTHOR_AUDIENCES.indexOf(audience) > AUTHOR_AUDIENCES.indexOf(before);
