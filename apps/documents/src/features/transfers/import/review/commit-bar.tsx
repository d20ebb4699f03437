import { textThenDetail } from '@tomekeeper/api-client';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useImportsApi } from '../imports-api';
import { counted } from '../import-words';
import type { Selected } from './review-items';
import styles from './review.module.css';

interface CommitBarProps {
  id: string;
  /** Undefined while items load. */
  selected: Selected | undefined;
  /** New documents that the campaign takes. */
  room: number;
  isRevising: boolean;
  onCommitted: () => Promise<unknown>;
  onCancel: () => void;
}

/** Starts or cancels the import, at the bottom edge within thumb reach. */
export function CommitBar({
  id,
  selected,
  room,
  isRevising,
  onCommitted,
  onCancel,
}: CommitBarProps) {
  const api = useImportsApi();
  const committing = useSerialMutation({
    mutationFn: async () => {
      await api.commit(id);
      await onCommitted();
    },
  });
  const { documents = 0, excess = 0 } = selected ?? {};
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label="Import"
      data-takes-lower-edge=""
      data-thumb="bar"
    >
      {excess > 0 && (
        <p className={styles.room} role="status">
          The campaign has room for {counted(room, 'more document')}. Leave out{' '}
          {excess.toLocaleString('en')}.
        </p>
      )}
      <FormError
        {...(committing.error &&
          textThenDetail(committing.error, 'The import did not start. Please try again.'))}
      />
      <div className={styles.actions}>
        <Button variant="secondary" disabled={committing.isPending} onClick={onCancel}>
          Cancel import
        </Button>
        <Button
          busy={
            (!selected && 'Loading…') ||
            (committing.isPending && 'Starting…') ||
            (isRevising && 'Saving…')
          }
          disabled={selected && (documents === 0 || excess > 0)}
          onClick={() => committing.mutate()}
        >
          {documents === 0 ? 'Nothing selected' : `Import ${counted(documents, 'document')}`}
        </Button>
      </div>
    </div>
  );
}
