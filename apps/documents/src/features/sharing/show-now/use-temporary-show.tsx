import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { playersInWords } from '../audiences/audience-text';
import { usePlayers } from '../audiences/use-members';
import { ShowDialog, type Showing } from './show-dialog';

const keyOf = (campaign: string) => ['temporary shows', campaign];

/** Content to show: a document, or some of its passages. */
interface Asked {
  /** `“Map of the vault”`, `3 passages`. */
  what: string;
  passages?: readonly string[];
  /** Preselects that the content is revealed. */
  startsKept?: boolean | undefined;
  reveal: () => void;
}

export interface TemporaryShow {
  /** Asks whether to show hidden content temporarily or to reveal it. */
  ask: (asked: Asked) => void;
  dialog: ReactNode;
}

/** Shows hidden content of a document temporarily to chosen players. */
export function useTemporaryShow(document: Document): TemporaryShow {
  const [asked, setAsked] = useState<Asked>();
  return {
    ask: setAsked,
    dialog: asked && (
      <AskedShow document={document} asked={asked} onClose={() => setAsked(undefined)} />
    ),
  };
}

interface AskedShowProps {
  document: Document;
  asked: Asked;
  onClose: () => void;
}

function AskedShow({ document, asked, onClose }: AskedShowProps) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const players = usePlayers(document.campaign);
  const stop = useStopShow(document);
  const queryClient = useQueryClient();
  const showing = useSerialMutation({
    mutationFn: ({ players: chosen, title }: Showing) =>
      api.show(document.id, {
        keep: false,
        players: chosen,
        ...(asked.passages && { passages: [...asked.passages] }),
        ...(title !== undefined && { public_title: title }),
      }),
    onSuccess(_answer, { players: chosen }) {
      void queryClient.invalidateQueries({ queryKey: keyOf(document.campaign) });
      toast({
        message: `On the ${chosen.length === 1 ? 'screen' : 'screens'} of ${playersInWords(chosen, players.nameOf)}. They keep no copy of it.`,
        tone: 'success',
        action: { label: 'Stop', run: stop.run },
      });
      onClose();
    },
  });
  return (
    <ShowDialog
      what={asked.what}
      players={players}
      startsKept={asked.startsKept === true}
      busy={showing.isPending && 'Showing…'}
      failure={
        showing.error
          ? detailOrText(showing.error, 'Could not show it. Try again in a moment.')
          : undefined
      }
      onClose={onClose}
      onShow={(wanted) => showing.mutate(wanted)}
      onReveal={() => {
        onClose();
        asked.reveal();
      }}
    />
  );
}

/** Ends a temporary show on the players' screens. */
export function useStopShow(document: Document) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const stopping = useSerialMutation({
    mutationFn: () => api.takeShowBack(document.id),
    onSuccess: () => toast({ message: 'It is off the players’ screens.', tone: 'success' }),
    onError: (error) =>
      toast({ message: detailOrText(error, 'Could not stop it').message, tone: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(document.campaign) }),
  });
  return { run: () => stopping.mutate(), isPending: stopping.isPending };
}

/** Whether a hidden document is in a temporary show. */
export function useIsShown({ campaign, id, is_spoilers }: Document): boolean {
  const api = useDocumentsApi();
  const queryKey = keyOf(campaign);
  useRefetchOnHints(['show'], campaign, queryKey);
  const { data } = useQuery({ queryKey, queryFn: () => api.showing(), enabled: is_spoilers });
  return is_spoilers && (data ?? []).some((one) => one.document === id);
}
