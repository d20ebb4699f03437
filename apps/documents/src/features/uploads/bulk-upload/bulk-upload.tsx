import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import type { Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { useFacets, useLoadedDocuments } from '../../documents-api/use-document-pages';
import { NEW_AUDIENCE } from '../upload/upload-audience';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { chosenFiles, droppedFiles, type Found } from './found-files';
import styles from './bulk-upload.module.css';
import { useFileDrops } from '../../documents-api/page/use-file-drops';
import { useUploads } from '../queue/uploads-context';

/** Bulk upload by drag and drop anywhere on the page, or with the file picker. */
export function BulkUpload({
  campaignId,
  takesFocus = false,
}: {
  campaignId: string;
  /** Whether to focus the file button on mount. */
  takesFocus?: boolean;
}) {
  const uploads = useUploads();
  const [audience, setAudience] = useState(NEW_AUDIENCE);
  const loaded = useLoadedDocuments(campaignId);
  const facets = useFacets(campaignId, false);
  useUploadedDocuments(campaignId);

  const spoilers = useSpoilerCheck(campaignId, { isQueued: true, cancelLabel: 'Do not upload' });
  const add = (found: Found) => {
    const isSpoilers = audience === 'spoilers';
    const texts = found.files.map(({ file }) => file.name);
    spoilers.before(
      isSpoilers || texts.length === 0 ? undefined : { texts, audience: 'party' },
      () =>
        uploads.add({
          campaignId,
          isSpoilers,
          found,
          documents: facets?.total ?? loaded?.length ?? 0,
        }),
    );
  };
  useEffect(() => void uploads.recover(), [uploads]);
  const isOver = useFileDrops((transfer) => void droppedFiles(transfer).then(add));

  return (
    <div className={styles.manyFiles}>
      <div className={styles.choose}>
        <ChooseButton label="Choose files…" onFound={add} takesFocus={takesFocus} />
        <ChooseButton label="Choose a folder…" folder onFound={add} />
        <p className={styles.drop}>or drop them anywhere on this page.</p>
      </div>
      <AudienceChoice value={audience} onChange={setAudience} />
      {isOver && <DropSheet audience={audience} />}
      {spoilers.isPending && <p role="status">Checking the names…</p>}
      {spoilers.dialog}
    </div>
  );
}

function ChooseButton({
  label,
  folder = false,
  takesFocus = false,
  onFound,
}: {
  label: string;
  folder?: boolean;
  takesFocus?: boolean;
  onFound: (found: Found) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const found = chosenFiles(event.target.files);
    // Otherwise choosing the same files again fires no event.
    event.target.value = '';
    onFound(found);
  };
  return (
    <>
      <Button
        variant={folder ? 'quiet' : 'secondary'}
        size="small"
        className={folder ? styles.folder : undefined}
        autoFocus={takesFocus}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        {...(folder && { webkitdirectory: '' })}
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={choose}
      />
    </>
  );
}

const READERS: Record<AudienceKind, string> = {
  spoilers: 'Your players do not see the new files until you reveal them.',
  public: 'Your players see the new files at once.',
};

function AudienceChoice({
  value,
  onChange,
}: {
  value: AudienceKind;
  onChange: (kind: AudienceKind) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.audience}>
      <legend className={styles.legend}>Upload new files as</legend>
      {(['spoilers', 'public'] as const).map((kind) => (
        <label key={kind} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={value === kind}
            onChange={() => onChange(kind)}
          />
          <Audience kind={kind} />
        </label>
      ))}
      <span className={styles.readers}>{READERS[value]}</span>
    </fieldset>
  );
}

/** Overlay during a drag, which explains the effect of a drop. */
function DropSheet({ audience }: { audience: AudienceKind }) {
  return (
    <div className={styles.sheet} aria-hidden="true">
      <div className={styles.words}>
        <p className={styles.title}>Drop to upload</p>
        <p className={styles.as}>
          <Audience kind={audience} /> {READERS[audience]}
        </p>
      </div>
    </div>
  );
}

/** Updates the document list on completed and undone uploads. */
export function useUploadedDocuments(campaignId: string): void {
  const { follow } = useUploads();
  const list = useListChanges(campaignId);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(
    () =>
      follow((change) => {
        const [document] = Object.values<Document>(change);
        if (document?.campaign !== campaignId) return;
        if ('added' in change) void latest.current.putFirst(document);
        else if ('changed' in change) void latest.current.replace(document);
        else void latest.current.remove(document.id);
      }),
    [follow, campaignId],
  );
}
