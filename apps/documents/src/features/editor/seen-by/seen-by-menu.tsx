import { useEffect, useState } from 'react';
import type { AudienceChoice } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { buttonClass } from '@tomekeeper/ui/button';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { isSameAudience } from '@tomekeeper/visibility';
import type { Document } from '../../documents-api/documents-api';
import { PlayersDialog } from '../../sharing/audiences/players-dialog';
import { audienceInWords, passagesInWords } from '../../sharing/audiences/audience-text';
import { useAudienceChange } from '../../sharing/audiences/use-audience-change';
import type { Players } from '../../sharing/audiences/use-members';
import { Opens } from '../../documents-api/display/opens';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { EDITOR_SHORTCUTS } from '../../shortcuts/shortcuts';
import type { NoteSession } from '../saving/note-session';
import type { SelectedPassage } from './note-audiences';

interface SeenByMenuProps {
  note: NoteSession;
  document: Document;
  players: Players;
}

const isForAll = ({ audience }: SelectedPassage): boolean => audience.kind === 'party';

/** Menu that shows and changes the audience of the selected passages. */
export function SeenByMenu({ note, document, players }: SeenByMenuProps) {
  const { toast, announce } = useShell();
  const { nameOf } = players;
  const [isChoosing, setChoosing] = useState(false);
  const { change, dialog } = useAudienceChange(document, {
    nameOf,
    onChanged: () => void note.refresh(),
    onDone(wanted) {
      if (wanted.to === 'set' && wanted.passages !== 'all')
        note.audiences.changedHere(wanted.passages, wanted.audience);
    },
  });
  const selected = note.audiences.selected();
  const [first] = selected;
  const isMixed =
    first !== undefined &&
    selected.some(({ audience }) => !isSameAudience(audience, first.audience));
  const words = first ? audienceInWords(first.audience, nameOf) : '';
  const label = isMixed ? 'Different people' : words;

  const give = async (audience: AudienceChoice) => {
    setChoosing(false);
    if (audience === 'gm') {
      // The first save of a new passage creates it hidden, so players never receive it.
      const known = note.audiences.hideUnsaved();
      if (known.length > 0) change({ to: 'set', passages: known, audience });
      else announce('GM only');
      return;
    }
    if (audience === 'party' && !document.is_spoilers) note.audiences.openEmpty();
    const saved = await note.audiences.savedForOthers();
    if (saved === undefined)
      toast({
        message: 'Not saved yet, so only you can see it. Try again after it is saved.',
        tone: 'error',
      });
    else if (saved.length > 0) change({ to: 'set', passages: saved, audience });
    else if (audience === 'party' && note.audiences.selected().every(isForAll)) announce('Party');
    else toast({ message: 'This passage is empty. Write something first, then choose.' });
  };
  /** Focus returns to the text first: in the menu, typed letters select items, and a dialog restores focus to its opener. */
  const fromText = (act: () => void) => () => {
    note.focus();
    act();
  };
  const isShown = selected.some(({ audience }) => audience.kind !== 'gm');
  useEffect(() =>
    note.screen.serve({
      toggleAudience(event) {
        if (!isPressed(event, EDITOR_SHORTCUTS.audience)) return false;
        void give(isShown ? 'gm' : 'party');
        return true;
      },
    }),
  );

  return (
    <>
      <Menu
        label={`Seen by: ${label}`}
        align="start"
        trigger={
          first && (
            <Opens
              words={
                <AudienceMark kind={isMixed ? 'players' : first.audience.kind} words={label} />
              }
            />
          )
        }
        triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
      >
        <MenuItem onClick={fromText(() => void give('gm'))}>GM only</MenuItem>
        <MenuItem onClick={fromText(() => void give('party'))}>Party: all players</MenuItem>
        <MenuItem onClick={fromText(() => setChoosing(true))}>Chosen players…</MenuItem>
      </Menu>
      {isChoosing && (
        <PlayersDialog
          what={passagesInWords(selected.length)}
          players={players}
          chosen={first?.audience.players ?? []}
          onClose={() => setChoosing(false)}
          onChoose={(audience) => void give(audience)}
        />
      )}
      {dialog}
    </>
  );
}
