import { Drawing } from '@tomekeeper/ui/icon';
import { bubble } from './bubble';
import styles from './comments.module.css';

interface CommentMarkProps {
  count: number;
  onOpen: () => void;
}

/** Number of comments on a passage; opens them. */
export function CommentMark({ count, onOpen }: CommentMarkProps) {
  return (
    <button
      type="button"
      className={styles.mark}
      data-beside=""
      aria-label={`${count} ${count === 1 ? 'comment' : 'comments'} on this passage`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Drawing shape={bubble} />
      {count}
    </button>
  );
}
