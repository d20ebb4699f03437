import { AudienceMark } from '@tomekeeper/ui/audience';
import { useSyncExternalStore } from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { audienceInWords, isSameAudience, ownAudience, seenBy } from '../audiences/seen-by';
import type { Passage } from '../reader/passages-api';
import { useOwnParts } from './own-context';
import styles from './reveal-passages.module.css';

interface PassageSideProps {
  passage: Passage;
  before: Passage | undefined;
}

/**
 * Beside a passage, for GMs: the handle that selects it, and whom it is for where not all of the text is for the same
 * people. The words stand where that changes, and at each heading; the rule goes on beside what follows.
 */
export function PassageSide({ passage, before }: PassageSideProps) {
  const { document, players, selection } = useOwnParts();
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(passage.id));
  const isSelecting = useSyncExternalStore(
    selection.subscribe,
    () => selection.current().isPressing || !selection.isEmpty,
  );
  const seen = seenBy(passage, document);
  const isMixed = document.audiences !== undefined || passage.own_audience === true;
  const isMarked = isMixed || seen.kind !== ownAudience(document);
  const words = audienceInWords(seen, players.nameOf);
  const isTold =
    passage.kind === 'heading' || !before || !isSameAudience(seenBy(before, document), seen);
  return (
    <>
      {isMarked && <span className={styles.rule} data-audience={seen.kind} />}
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select this passage: ${words}`}
        // A text has thousands: the arrow keys lead to passages, and x selects.
        tabIndex={-1}
        data-handle=""
        data-kind={passage.kind}
        className={classNames(styles.handle, isSelecting && styles.stays)}
      >
        <span className={styles.box}>{isSelected && <Drawing shape={iconShapes.check} />}</span>
      </button>
      {isMarked &&
        (isTold ? (
          <span className={styles.told} data-told="">
            <AudienceMark kind={seen.kind} words={words} />
          </span>
        ) : (
          <VisuallyHidden>{words}: </VisuallyHidden>
        ))}
    </>
  );
}
