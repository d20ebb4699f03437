import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { fileSize } from '@tomekeeper/ui/file-input';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Progress } from '@tomekeeper/ui/progress';
import { useFileDrops } from '../../../documents-api/page/use-file-drops';
import { chosenFiles, droppedFiles, type Found } from '../../../uploads/bulk-upload/found-files';
import { counted } from '../import-words';
import { SCAN_BOUNDS, sourceOf } from './import-source';
import { useImportUpload, type UploadState } from './use-import-upload';
import styles from './choose.module.css';

const SUPPORTED = [
  'Obsidian vault or a folder of Markdown files',
  'Notion export (Markdown and CSV)',
  'Foundry journal entries',
  'HTML and Google Docs',
  'Other files, such as PDF, Word and pictures',
  'Tomekeeper archive',
];

interface ChooseSourceProps {
  campaignId: string;
  onStarted: (id: string) => void;
}

/** Choice of the files to import, and their upload. */
export function ChooseSource({ campaignId, onStarted }: ChooseSourceProps) {
  const { routing } = useShell();
  const [problem, setProblem] = useState<string>();
  const { state, send, retry, cancel } = useImportUpload(campaignId);
  const isBusy = state.at === 'packing' || state.at === 'sending';
  routing.useUnsavedChanges(isBusy);
  const started = state.at === 'started' ? state.id : undefined;
  const notify = useEffectEvent(onStarted);
  // Runs after the effect that removes the question about leaving the page.
  useEffect(() => {
    if (started !== undefined) notify(started);
  }, [started]);

  const take = (found: Found) => {
    const source = sourceOf(found);
    setProblem(typeof source === 'string' ? source : undefined);
    if (typeof source !== 'string') send(source);
  };
  const drop = (transfer: DataTransfer) => {
    const reading = droppedFiles(transfer, SCAN_BOUNDS);
    if (!isBusy) void reading.then(take);
  };
  const isOver = useFileDrops(drop);

  return (
    <div className={styles.page}>
      <div className={styles.zone} data-over={isOver && !isBusy}>
        {!isBusy ? (
          <>
            <p className={styles.invitation}>Choose a vault, folder or file to import</p>
            <div className={styles.buttons}>
              <ChooseButton label="Choose a zip or file…" onFound={take} />
              <ChooseButton label="Choose a folder…" isFolder onFound={take} />
            </div>
            <p className={styles.hint}>or drop it here. Up to 1 GB and 20,000 files.</p>
          </>
        ) : (
          <Sending state={state} onCancel={cancel} />
        )}
      </div>
      {problem && <Notice tone="error" title={problem} />}
      {state.at === 'failed' && (
        <LoadFailure {...state.failure} retry="Try again" onRetry={retry}>
          <Button variant="quiet" size="small" onClick={cancel}>
            Cancel
          </Button>
        </LoadFailure>
      )}
      <section aria-labelledby="supported-heading">
        <h2 id="supported-heading" className={styles.heading}>
          Supported sources
        </h2>
        <ul className={styles.supported}>
          {SUPPORTED.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <p className={styles.hint}>
          You review everything before it is saved. New documents are Spoilers unless you change
          that.
        </p>
      </section>
    </div>
  );
}

function ChooseButton({
  label,
  isFolder = false,
  onFound,
}: {
  label: string;
  isFolder?: boolean;
  onFound: (found: Found) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const found = chosenFiles(event.target.files, SCAN_BOUNDS.files);
    // Otherwise choosing the same files again fires no event.
    event.target.value = '';
    onFound(found);
  };
  return (
    <>
      <Button
        variant={isFolder ? 'secondary' : 'primary'}
        className={isFolder ? styles.folder : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        {...(isFolder && { webkitdirectory: '' })}
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

function Sending({
  state,
  onCancel,
}: {
  state: Extract<UploadState, { at: 'packing' | 'sending' }>;
  onCancel: () => void;
}) {
  const { name, files, size } = state.source;
  return (
    <div className={styles.sending}>
      {state.at === 'packing' ? (
        <Progress
          label={`Packing ${name}`}
          percent={size > 0 ? (state.progress.bytes / size) * 100 : 100}
        />
      ) : (
        <Progress
          label={`Uploading ${name}`}
          {...(state.percent !== undefined && { percent: state.percent })}
        />
      )}
      <p className={styles.hint}>
        {state.at === 'packing'
          ? `${state.progress.files.toLocaleString('en')} of ${counted(files.length, 'file')}, ${fileSize(state.progress.bytes)} of ${fileSize(size)}`
          : `${counted(files.length, 'file')}, ${fileSize(size)}`}
        . Leaving this page cancels the upload.
      </p>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
