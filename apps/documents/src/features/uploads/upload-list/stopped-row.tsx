import { useRef, type ChangeEvent } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { percentOf } from '../queue/queued-upload';
import type { StoppedUpload } from '../queue/stopped-uploads';
import { useUploads } from '../queue/uploads-context';
import { Bar } from './bar';
import { pausedAt } from './upload-row';
import styles from './upload-tray.module.css';

/** An upload that a closed page did not finish, with the choice to resume or discard it. */
export function StoppedRow({ upload }: { upload: StoppedUpload }) {
  const { key, name, size, stored = 0, file, problem, isBusy = false } = upload;
  const { resumeStopped, discardStopped } = useUploads();
  const percent = percentOf(stored, size);
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={styles.state} data-state="paused">
          {isBusy ? 'Checking…' : pausedAt(percent)}
        </span>
        {file ? (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Resume: ${name}`}
            disabled={isBusy}
            onClick={() => void resumeStopped(key)}
          >
            Resume
          </Button>
        ) : (
          <ChooseAgain
            name={name}
            disabled={isBusy}
            onChoose={(chosen) => void resumeStopped(key, chosen)}
          />
        )}
        <Button
          variant="quiet"
          size="small"
          aria-label={`Discard: ${name}`}
          disabled={isBusy}
          onClick={() => void discardStopped(key)}
        >
          Discard
        </Button>
      </div>
      {percent > 0 && <Bar label={name} percent={percent} />}
      {problem ? (
        <p className={styles.reason} role="alert">
          {problem}
        </p>
      ) : (
        <p className={styles.reason}>
          {file
            ? 'The page was closed before the upload ended.'
            : 'The page was closed before the upload ended. Choose the same file again to continue.'}
        </p>
      )}
    </li>
  );
}

function ChooseAgain({
  name,
  disabled,
  onChoose,
}: {
  name: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Otherwise choosing the same file again fires no event.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Choose again to resume: ${name}`}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        Choose again…
      </Button>
      <input ref={input} type="file" hidden aria-label={`File of ${name}`} onChange={choose} />
    </>
  );
}
