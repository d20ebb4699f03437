import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog, Dialog } from '@tomekeeper/ui/dialog';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { fileSize } from '@tomekeeper/ui/file-input';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import {
  nameOf,
  useDocumentsApi,
  type Document,
  type DocumentVersion,
} from '../../documents-api/documents-api';
import { isGone, useListChanges } from '../../documents-api/use-document-list';
import { goesInWords } from './goes-in-words';
import { RestoreOrDelete } from './restore-or-delete';
import styles from './versions-dialog.module.css';
import { save } from '../../documents-api/page/save';

interface VersionsDialogProps {
  document: Document;
  onClose: () => void;
}

/** Previous files of a document, for GMs. */
export function VersionsDialog({ document, onClose }: VersionsDialogProps) {
  const { data: versions, error, refetch } = useVersions(document);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Earlier versions"
      description={`Earlier files of ${nameOf(document)}. At most ten stay available, for 30 days each. Your players cannot see them.`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {versions ? (
        <Versions document={document} versions={versions} onRestored={onClose} />
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Could not load earlier versions.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading earlier versions…" shape="rows" />
      )}
    </Dialog>
  );
}

const keyOf = ({ id }: Document) => ['versions', id];

/** Previous files of a document, and the original of a note; always up to date. */
export function useVersions(document: Document) {
  const api = useDocumentsApi();
  useRefetchOnHints(['documents'], document.campaign, keyOf(document));
  return useQuery({
    queryKey: keyOf(document),
    queryFn: ({ signal }) => api.versions(document.id, signal),
    gcTime: 0,
  });
}

interface VersionsProps {
  document: Document;
  versions: readonly DocumentVersion[];
  onRestored: () => void;
}

function Versions({ versions, ...more }: VersionsProps) {
  if (versions.length === 0)
    return (
      <EmptyState title="No earlier versions.">
        When you replace the file, the previous file appears here.
      </EmptyState>
    );
  return (
    <ul role="list" className={styles.list}>
      {versions.map((version) => (
        <VersionRow key={version.id} version={version} {...more} />
      ))}
    </ul>
  );
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface VersionRowProps extends Omit<VersionsProps, 'versions'> {
  version: DocumentVersion;
}

/** A file with its actions. */
export function VersionRow({ document, version, onRestored }: VersionRowProps) {
  const { toast, announce } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const queryClient = useQueryClient();
  /** Restoring an original deletes the text that was written since. */
  const [isAsking, setAsking] = useState(false);
  const replacedAt = new Date(version.replaced_at);
  const until = Number.isNaN(replacedAt.getTime())
    ? version.replaced_at
    : MOMENT.format(replacedAt);
  const name = `${version.original_filename}, until ${until}`;
  const refreshIfGone = (error: unknown) => {
    list.refreshIfGone(error);
    if (isGone(error)) void queryClient.invalidateQueries({ queryKey: keyOf(document) });
  };

  const restoring = useSerialMutation({
    mutationFn: () =>
      api.restoreVersion(document.id, version.id, { discardEdits: version.is_original === true }),
    onSuccess: async ({ replaced: _, ...restored }) => {
      await list.replace(restored);
      const message = version.is_original
        ? `${nameOf(restored)} is a file again.`
        : `${nameOf(restored)} has its earlier file again.`;
      toast({ message, tone: 'success' });
      onRestored();
    },
    onError: refreshIfGone,
  });
  const saving = useSerialMutation({
    mutationFn: () => api.downloadVersion(document.id, version.id),
    onSuccess: ({ url }) => save(url),
    onError: refreshIfGone,
  });
  const deleting = useSerialMutation({
    mutationFn: () => api.removeVersion(document.id, version.id),
    onSuccess: () => {
      announce(`${name} was permanently deleted.`);
      queryClient.setQueryData<DocumentVersion[]>(keyOf(document), (all) =>
        all?.filter(({ id }) => id !== version.id),
      );
    },
    onError: refreshIfGone,
  });
  const failure =
    (restoring.error && detailOrText(restoring.error, 'Could not restore version')) ??
    (saving.error && detailOrText(saving.error, 'Unable to download version.')) ??
    (deleting.error && detailOrText(deleting.error, 'Failed to delete version'));

  return (
    <li className={styles.row}>
      <p className={styles.name}>{version.original_filename}</p>
      <p className={styles.facts}>
        <span>Until {until}</span>
        <span>{fileSize(version.size)}</span>
        {version.goes_at !== undefined && <span>{goesInWords(version.goes_at, new Date())}</span>}
      </p>
      <RestoreOrDelete
        name={name}
        restoring={
          version.is_original ? { ...restoring, mutate: () => setAsking(true) } : restoring
        }
        deleting={deleting}
      >
        <Button
          variant="quiet"
          size="small"
          aria-label={`Download ${name}`}
          busy={saving.isPending && 'Downloading…'}
          onClick={() => saving.mutate()}
        >
          Download
        </Button>
      </RestoreOrDelete>
      {failure && <FormError {...failure} />}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Make the note a file again?"
        description={`${nameOf(document)} gets its original file. Text written since then is permanently deleted.`}
        confirm="Make it a file"
        danger
        onConfirm={() => {
          setAsking(false);
          restoring.mutate();
        }}
      />
    </li>
  );
}
