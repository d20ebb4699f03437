import { useCallback, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { keyOfDocuments } from '../../documents-api/use-document-list';
import { PlayersDialog } from '../../sharing/audiences/players-dialog';
import { passagesInWords } from '../../sharing/audiences/audience-text';
import { useAudienceChange } from '../../sharing/audiences/use-audience-change';
import { usePlayers } from '../../sharing/audiences/use-members';
import { hasHandouts } from '../../sharing/handouts/use-handouts';
import type { ReaderProps } from '../reader';
import { RevealingProvider, type ReaderParts, type Revealing } from '../revealing-context';
import { OutlineAct } from './outline-act';
import { OwnProvider, type AskedPlayers } from './own-context';
import { PassageItems } from './passage-items';
import { PassageMark } from './passage-mark';
import { PassageSelection } from './selection/passage-selection';
import { PassageSide } from './passage-side';
import { RevealTools } from './reveal-tools';
import { useSelecting } from './selection/use-selecting';

const REVEALING: Revealing = {
  Side: PassageSide,
  Mark: PassageMark,
  Items: PassageItems,
  OutlineAct,
  Tools: RevealTools,
};

/** Reader for GMs, which shows and changes the audience of each passage. */
export function withRevealing(Reader: ComponentType<ReaderProps>): ComponentType<ReaderProps> {
  return function ReaderForGms(props) {
    return (
      <WithRevealing {...props}>
        <Reader {...props} />
      </WithRevealing>
    );
  };
}

function WithRevealing({ document, children }: ReaderProps & { children: ReactNode }) {
  const queryClient = useQueryClient();
  const players = usePlayers(document.campaign);
  const reader = useRef<ReaderParts>(undefined);
  const tellReader = useCallback((parts: ReaderParts) => {
    reader.current = parts;
  }, []);
  const [selection] = useState(() => new PassageSelection());
  const [asked, askPlayers] = useState<AskedPlayers>();
  const selecting = useSelecting(selection, reader, document);
  const { change, isPending, dialog } = useAudienceChange(document, {
    nameOf: players.nameOf,
    onChanged() {
      void reader.current?.store.renew();
      void queryClient.invalidateQueries({
        queryKey: keyOfDocuments(document.campaign, undefined),
      });
    },
    onDone({ passages }) {
      if (passages === 'all' || passages.some((id) => selection.has(id))) selection.clear();
    },
  });
  return (
    <OwnProvider
      value={{ document, players, selection, selecting, tellReader, change, isPending, askPlayers }}
    >
      <RevealingProvider value={REVEALING}>{children}</RevealingProvider>
      {dialog}
      {asked && (
        <PlayersDialog
          what={asked.passages === 'all' ? 'All of it' : passagesInWords(asked.passages.length)}
          players={players}
          chosen={asked.chosen}
          onClose={() => askPlayers(undefined)}
          tellsReaders={asked.tellsReaders}
          offersHandouts={hasHandouts(document)}
          onChoose={(audience, choosesHandout) => {
            askPlayers(undefined);
            const { passages, words } = asked;
            change({ to: 'set', passages, audience, words, choosesHandout });
          }}
        />
      )}
    </OwnProvider>
  );
}
