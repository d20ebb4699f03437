import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { Dialog } from '@tomekeeper/ui/dialog';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isPlayerNote, nameOf, type Document } from '../../documents-api/documents-api';
import { OriginalFile } from '../versions/original-file';
import { usePeople } from '../../documents-api/use-people';
import { Comparison } from './comparison';
import { useNoteVersionsApi, type NoteVersion } from './note-versions-api';
import styles from './note-versions.module.css';

interface NoteVersionsDialogProps {
  document: Document;
  onClose: () => void;
  /** Called after a version was restored. */
  onRestored?: () => void;
}

const keyOf = ({ id }: Document) => ['text versions', id];

/** Version history of a note for its writers: authors, differences and restore. */
export function NoteVersionsDialog({ document, onClose, onRestored }: NoteVersionsDialogProps) {
  const api = useNoteVersionsApi(document.id);
  useRefetchOnHints(['documents'], document.campaign, keyOf(document));
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(document),
    queryFn: ({ signal }) => api.list(signal),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<string>();
  const version = data?.find(({ id }) => id === chosen) ?? data?.[1] ?? data?.[0];
  const restoring = useRestoring(document, { onClose, onRestored });
  const isNewest = version !== undefined && version === data?.[0];

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      busy={restoring.isPending}
      title="Versions of the text"
      description={`Earlier versions of ${nameOf(document)}. A version holds one person’s changes within ten minutes. ${isPlayerNote(document) ? 'Its readers' : 'Your players'} cannot see versions.`}
      actions={
        <>
          <Button variant="secondary" disabled={restoring.isPending} onClick={onClose}>
            Close
          </Button>
          <Button
            variant="primary"
            disabled={!version || isNewest}
            busy={restoring.isPending && 'Restoring…'}
            onClick={() => version && restoring.mutate(version.id)}
          >
            Restore this version
          </Button>
        </>
      }
    >
      {restoring.error && (
        <FormError {...detailOrText(restoring.error, 'Could not restore the version.')} />
      )}
      {data ? (
        data.length === 0 || !version ? (
          <EmptyState title="No versions yet.">Your changes are saved here from now on.</EmptyState>
        ) : (
          <div className={styles.versions}>
            <VersionList
              document={document}
              versions={data}
              chosen={version}
              onChoose={setChosen}
            />
            <Comparison
              key={version.id}
              document={document}
              version={version}
              newest={data[0]!}
              before={data[data.indexOf(version) + 1]}
            />
          </div>
        )
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Could not load the versions.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading the versions…" shape="rows" />
      )}
      {!isPlayerNote(document) && <OriginalFile document={document} onRestored={onClose} />}
    </Dialog>
  );
}

function useRestoring(
  document: Document,
  { onClose, onRestored }: Pick<NoteVersionsDialogProps, 'onClose' | 'onRestored'>,
) {
  const { toast } = useShell();
  const api = useNoteVersionsApi(document.id);
  const queryClient = useQueryClient();
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(document) });
    onRestored?.();
  };
  const takeBack = async (replaced: string) => {
    try {
      await api.restore(replaced);
      toast({ message: `${nameOf(document)} has its previous text again.`, tone: 'success' });
    } catch (error) {
      const { message } = detailOrText(
        error,
        'Could not undo. The previous text is still among the versions.',
      );
      toast({ message, tone: 'error' });
    }
    done();
  };
  return useSerialMutation({
    mutationFn: (version: string) => api.restore(version),
    onSuccess({ changed, replaced }) {
      const words = changed === 1 ? 'One passage' : `${changed.toLocaleString('en')} passages`;
      toast({
        message:
          changed === 0
            ? 'Nothing changed: the note already has this text.'
            : `Restored. ${words} changed; deleted passages are back for ${isPlayerNote(document) ? 'the readers of the note' : 'game masters only'}.`,
        tone: 'success',
        ...(replaced && {
          action: { label: 'Undo', run: () => void takeBack(replaced) },
        }),
      });
      done();
      onClose();
    },
  });
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time of the last save in a version. */
export function momentOf({ at }: Pick<NoteVersion, 'at'>): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : MOMENT.format(moment);
}

interface VersionListProps {
  document: Document;
  versions: readonly NoteVersion[];
  chosen: NoteVersion;
  onChoose: (id: string) => void;
}

function VersionList({ document, versions, chosen, onChoose }: VersionListProps) {
  const people = usePeople(document.campaign).data ?? [];
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>Versions, newest first</legend>
      {versions.map((version, at) => (
        <label
          key={version.id}
          className={classNames(styles.version, version === chosen && styles.chosen)}
        >
          <input
            type="radio"
            name={name}
            checked={version === chosen}
            onChange={() => onChoose(version.id)}
          />
          <span>
            <span className={styles.when}>{at === 0 ? 'Now' : momentOf(version)}</span>
            <span className={styles.who}>
              {people.find(({ id }) => id === version.by)?.name ?? 'A former member'}
              {at === 0 && `, ${momentOf(version)}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
