import { useSyncExternalStore } from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { audienceOfPassage } from '@tomekeeper/visibility';
import { audienceInWords } from '../../sharing/audiences/audience-text';
import type { Passage } from '../../documents-api/passages-api';
import { useOwnParts } from './own-context';
import { PassageMark } from './passage-mark';
import styles from './reveal-passages.module.css';

interface PassageSideProps {
  passage: Passage;
  before: Passage | undefined;
}

/** Selection handle and audience of a passage, for GMs. */
export function PassageSide({ passage, before }: PassageSideProps) {
  const { document, players, selection } = useOwnParts();
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(passage.id));
  const isSelecting = useSyncExternalStore(
    selection.subscribe,
    () => selection.current().isPressing || !selection.isEmpty,
  );
  const words = audienceInWords(audienceOfPassage(passage, document), players.nameOf);
  return (
    <>
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select this passage: ${words}`}
        // Not in the tab order, because a text has thousands: arrow keys move between passages, and x selects.
        tabIndex={-1}
        data-handle=""
        data-kind={passage.kind}
        className={classNames(styles.handle, isSelecting && styles.stays)}
      >
        <span className={styles.box}>{isSelected && <Drawing shape={iconShapes.check} />}</span>
      </button>
      <PassageMark {...{ passage, before }} />
    </>
  );
}
