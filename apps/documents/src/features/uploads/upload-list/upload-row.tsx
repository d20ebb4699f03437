import { nameOf } from '../../documents-api/documents-api';
import { Audience } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Bar } from './bar';
import { loadedOf, percentOf, type QueuedUpload, type UploadState } from '../queue/queued-upload';
import { useUploads } from '../queue/uploads-context';
import styles from './upload-tray.module.css';

/** One upload with progress, error and actions. */
export function UploadRow({
  upload,
  showsAudience,
}: {
  upload: QueuedUpload;
  showsAudience: boolean;
}) {
  const { file, state, isSpoilers, replaces } = upload;
  const percent = percentOf(loadedOf(upload), file.size);
  const hasBar = state.at === 'sending' || (state.at === 'paused' && percent > 0);
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{file.name}</span>
        {showsAudience && <Audience kind={isSpoilers ? 'spoilers' : 'public'} />}
        <span className={styles.state} data-state={state.at}>
          {state.at === 'done' && <Icon name="check" />}
          {state.at === 'failed' && <Icon name="alert" />}
          {wordFor(state, percent)}
        </span>
        <Actions upload={upload} />
      </div>
      {hasBar && <Bar label={file.name} percent={percent} />}
      {replaces && <p className={styles.reason}>The new file of {nameOf(replaces)}</p>}
      <Reason state={state} />
    </li>
  );
}

function wordFor(state: UploadState, percent: number): string {
  switch (state.at) {
    case 'waiting':
      return 'Waiting';
    case 'paused':
      return pausedAt(percent);
    case 'sending':
      return state.loaded === 0 ? 'Starting…' : `${percent}%`;
    case 'saving':
      return 'Saving…';
    case 'asking':
      return 'Your choice';
    case 'failed':
      return 'Not uploaded';
    case 'cancelled':
      return 'Cancelled';
    case 'done':
      return 'Uploaded';
  }
}

/** State of an upload that waits. */
export const pausedAt = (percent: number): string =>
  percent > 0 ? `Paused at ${percent} %` : 'Paused';

const PAUSED: Record<Extract<UploadState, { at: 'paused' }>['because'], string> = {
  offline: 'You are offline. The upload continues when the connection is back.',
  line: 'Connection lost. Retrying in a moment.',
  busy: 'The server is busy. The upload continues in a moment.',
};

function Reason({ state }: { state: UploadState }) {
  switch (state.at) {
    case 'paused':
      return <p className={styles.reason}>{PAUSED[state.because]}</p>;
    case 'asking':
      return <p className={styles.reason}>{state.question}</p>;
    case 'failed': {
      const { message, reason, reference } = state.failure;
      return (
        <p className={styles.reason}>
          {message} {reason}
          {reference && (
            <>
              {' '}
              Reference: <code>{reference}</code>
            </>
          )}
        </p>
      );
    }
    case 'waiting':
    case 'sending':
    case 'saving':
    case 'cancelled':
    case 'done':
      return null;
  }
}

function Actions({ upload: { id, file, state } }: { upload: QueuedUpload }) {
  const { cancel, send, leaveOut } = useUploads();
  const button = (words: string, run: (id: number) => void) => (
    <Button
      variant="quiet"
      size="small"
      aria-label={`${words}: ${file.name}`}
      onClick={() => run(id)}
    >
      {words}
    </Button>
  );
  switch (state.at) {
    case 'waiting':
    case 'sending':
      return button('Cancel', cancel);
    case 'paused':
      return (
        <>
          {button('Try now', send)}
          {button('Cancel', cancel)}
        </>
      );
    case 'asking':
      return (
        <>
          {button('Upload anyway', send)}
          {button('Leave out', leaveOut)}
        </>
      );
    case 'failed':
      return state.canRetry ? button('Try again', send) : button('Leave out', leaveOut);
    case 'cancelled':
      return button('Upload again', send);
    case 'saving':
    case 'done':
      return null;
  }
}
