import { useState, type ComponentType } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import type { UpdateHandoutRequest } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { CategoryField } from '../../documents-api/display/category-field';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { audienceInWords, passagesInWords } from '../audiences/audience-text';
import { useAudiencesApi, type ShownHandout } from '../audiences/audiences-api';
import { usePlayers, type Players } from '../audiences/use-members';
import styles from './handouts.module.css';
import { useHandouts, useRefreshHandouts } from './use-handouts';

/** Dialog that chooses the portrait of a handout. */
type ChoosePortrait = ComponentType<{
  title: string;
  campaign: string;
  of: string;
  current: string | undefined;
  onClose: () => void;
  onChoose: (picture: string | null) => void;
}>;

interface HandoutsDialogProps {
  document: Document;
  onClose: () => void;
  PortraitDialog: ChoosePortrait;
}

/** Lists the handouts of a document with their titles and readers, and hides one of them. */
export function HandoutsDialog({ document, onClose, PortraitDialog }: HandoutsDialogProps) {
  const { handouts, error, retry } = useHandouts(document);
  const players = usePlayers(document.campaign);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Handouts"
      description={`Players know parts of “${nameOf(document)}” under these titles. For them each handout is a separate document.`}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error ? (
        <LoadFailure {...detailOrText(error, 'Unable to load the handouts.')} onRetry={retry} />
      ) : !handouts ? (
        <Skeleton label="Loading the handouts…" shape="rows" count={2} />
      ) : handouts.length === 0 ? (
        <p>Players see no part of this document. Select passages in its text to reveal them.</p>
      ) : (
        <ul role="list" className={styles.handouts}>
          {handouts.map((one) => (
            <HandoutRow key={one.id} handout={one} {...{ document, players, PortraitDialog }} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface HandoutRowProps {
  document: Document;
  handout: ShownHandout;
  players: Players;
  PortraitDialog: ChoosePortrait;
}

function HandoutRow({ document, handout, players, PortraitDialog }: HandoutRowProps) {
  const { toast } = useShell();
  const api = useAudiencesApi(document.id);
  const list = useListChanges(document.campaign);
  const refresh = useRefreshHandouts(document);
  const { title, passages } = handout;
  const kind = handout.audience === 'party' ? 'party' : 'players';
  const takeBack = async (act: string) => {
    try {
      await api.takeBack(act);
      await refresh();
      toast({ message: `Undone: players see “${title}” again.`, tone: 'success' });
    } catch (error) {
      const { message } = detailOrText(error, 'Could not undo. Check who sees the passages.');
      toast({ message, tone: 'error' });
    }
  };
  const hiding = useSerialMutation({
    mutationFn: () => api.set({ passages: 'all', audience: 'gm', handout: handout.id }),
    async onSuccess({ act }) {
      await refresh();
      toast({
        message: `“${title}” is hidden from the players.`,
        tone: 'success',
        ...(act !== null && { action: { label: 'Undo', run: () => void takeBack(act) } }),
      });
    },
    onError(error) {
      const { message } = detailOrText(error, 'Could not hide the handout. Try again in a moment.');
      toast({ message, tone: 'error' });
      list.refreshIfGone(error);
    },
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const updating = useSerialMutation({
    mutationFn: (change: UpdateHandoutRequest) => api.updateHandout(handout.id, change),
    onSuccess: refresh,
    onError(error) {
      const { message } = detailOrText(
        error,
        'Could not change the handout. Try again in a moment.',
      );
      toast({ message, tone: 'error' });
      list.refreshIfGone(error);
    },
  });
  return (
    <li className={styles.handout}>
      <span className={styles.title}>{title}</span>
      <AudienceMark
        kind={kind}
        words={audienceInWords({ kind, players: handout.players ?? [] }, players.nameOf)}
      />
      <span className={styles.count}>{passagesInWords(passages)}</span>
      <div className={styles.category}>
        <CategoryField
          label="Category for readers"
          aria-label={`Category for readers of ${title}`}
          value={
            (updating.variables?.category !== undefined && updating.isPending
              ? updating.variables.category
              : handout.category) ?? null
          }
          onChange={(category) => updating.mutate({ category })}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Portrait for readers of ${title}`}
        onClick={() => setIsChoosing(true)}
      >
        Portrait…
      </Button>
      {isChoosing && (
        <PortraitDialog
          title={title}
          campaign={document.campaign}
          of={handout.id}
          current={handout.portrait?.document ?? handout.portrait?.image}
          onClose={() => setIsChoosing(false)}
          onChoose={(portrait) => updating.mutate({ portrait })}
        />
      )}
      <Button
        variant="quiet"
        size="small"
        icon={<Drawing shape={iconShapes.eyeOff} />}
        aria-label={`Hide handout ${title}`}
        busy={hiding.isPending && 'Hiding…'}
        onClick={() => hiding.mutate()}
      >
        Hide
      </Button>
    </li>
  );
}
