import { Button } from '@tomekeeper/ui/button';
import { Progress } from '@tomekeeper/ui/progress';
import type { Import } from '../imports-api';
import styles from './outcome.module.css';

const LABELS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for other imports',
  extracting: 'Reading your files',
  saving: 'Adding documents to the campaign',
};

const HINTS: Readonly<Record<string, string>> = {
  saving: 'Documents appear once all of them are saved. You can leave this page.',
};

interface RunningProps {
  opened: Import;
  /** Undefined if the import cannot be canceled any more. */
  onCancel: (() => void) | undefined;
}

/** Progress of an import on the server. */
export function Running({ opened: { state, progress }, onCancel }: RunningProps) {
  return (
    <div className={styles.running}>
      <Progress
        label={LABELS[state] ?? 'Working'}
        {...(progress > 0 && { percent: progress * 100 })}
      />
      <p className={styles.hint}>
        {HINTS[state] ?? 'You review everything before it is saved. You can leave this page.'}
      </p>
      {onCancel && (
        <Button variant="secondary" size="small" onClick={onCancel}>
          Cancel import
        </Button>
      )}
    </div>
  );
}
