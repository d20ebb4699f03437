import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { type Audience, audienceOfPassage, isSameAudience } from '@tomekeeper/visibility';
import { hasHandouts } from '../../sharing/handouts/use-handouts';
import { useOwnParts } from './own-context';
import type { PassageSelection, Selected } from './selection/passage-selection';
import { readAloud, screen, selectAll, some } from './reveal-shapes';
import styles from './reveal-passages.module.css';

interface RevealBarProps {
  selected: Selected;
  onOverview: () => void;
}

/** Bulk actions for the selected passages, at the bottom edge within thumb reach. */
export function RevealBar({ selected, onOverview }: RevealBarProps) {
  const { document, selection, selecting, change, isPending, askPlayers } = useOwnParts();
  const bar = useFocusBack(selection);
  const seen = [...selected.passages.values()].map((one) => audienceOfPassage(one, document));
  const { isAll } = selected;
  const count = seen.length;
  const isAny = isAll || count > 0;
  const mayReveal = isAll || seen.some(({ kind }) => kind !== 'party');
  const mayHide = isAll || seen.some(({ kind }) => kind !== 'gm');
  const words = count === 1 ? [...selected.passages.values()][0]?.text : undefined;
  const passages = isAll ? 'all' : [...selected.passages.keys()];
  const set = (audience: 'gm' | 'party') => change({ to: 'set', passages, audience, words });
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-takes-lower-edge=""
      role="group"
      aria-label="Selected passages"
      aria-busy={isPending || undefined}
      data-thumb="bar"
      data-selection-bar=""
    >
      <p className={styles.count} role="status">
        {isPending ? 'One moment…' : countInWords(selected, seen)}
      </p>
      <Button variant="quiet" size="small" onClick={() => selection.clear()}>
        {isAny ? 'Clear' : 'Done'}
      </Button>
      <div className={styles.acts}>
        {mayReveal && (
          <Button
            size="small"
            icon={<Drawing shape={iconShapes.eye} />}
            aria-keyshortcuts="r"
            onClick={() => set('party')}
          >
            Reveal to the party
            <Key />
          </Button>
        )}
        {mayHide && (
          <Button
            variant={mayReveal ? 'secondary' : 'primary'}
            size="small"
            icon={<Drawing shape={iconShapes.eyeOff} />}
            aria-keyshortcuts={mayReveal ? undefined : 'r'}
            onClick={() => set('gm')}
          >
            Hide
            {!mayReveal && <Key />}
          </Button>
        )}
        {isAny && (
          <Button
            variant="secondary"
            size="small"
            icon={<Drawing shape={some} />}
            onClick={() =>
              askPlayers({
                passages,
                chosen: commonPlayers(seen),
                tellsReaders: [...selected.passages.values()].some((one) => one.tells_readers),
                words,
              })
            }
          >
            Chosen players…
          </Button>
        )}
        {!isAll && count > 0 && count <= MOST_SHOWN && (
          <Button
            variant="secondary"
            size="small"
            icon={<Drawing shape={screen} />}
            onClick={() =>
              change({
                to: 'show',
                passages: [...selected.passages.keys()],
                words,
                isHidden: mayReveal,
              })
            }
          >
            Show now
          </Button>
        )}
        <Menu
          label="More"
          trigger={<Drawing shape={iconShapes.more} />}
          triggerClassName={styles.more}
        >
          {isAny && hasHandouts(document) && (
            <MenuItem
              icon={<Drawing shape={iconShapes.eye} />}
              onClick={() =>
                change({ to: 'set', passages, audience: 'party', words, choosesHandout: true })
              }
            >
              Reveal in a handout…
            </MenuItem>
          )}
          <MenuItem icon={<Drawing shape={readAloud} />} onClick={selecting.selectReadAloud}>
            All boxes to read aloud
          </MenuItem>
          <MenuItem icon={<Drawing shape={selectAll} />} onClick={selecting.selectAll}>
            All of the text
          </MenuItem>
          <MenuItem icon={<Drawing shape={some} />} onClick={onOverview}>
            Who sees what…
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

/** Keyboard shortcut, shown on devices with a keyboard. */
const Key = () => (
  <kbd className={styles.key} aria-hidden="true">
    r
  </kbd>
);

/** Returns the focus to the start of the selection when the bar closes. */
function useFocusBack(selection: PassageSelection): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  const began = useRef<string>(undefined);
  useEffect(() => {
    began.current = selection.anchor?.id ?? began.current;
  });
  useLayoutEffect(() => {
    const box = bar.current;
    return () => {
      if (!box?.contains(document.activeElement) || began.current === undefined) return;
      document.getElementById(`p-${began.current}`)?.focus({ preventScroll: true });
    };
  }, []);
  return bar;
}

/** Maximum passages to show on other screens at once. */
const MOST_SHOWN = Math.min(50, AUDIENCE_LIMITS.passages);

function countInWords({ isAll }: Selected, seen: readonly Audience[]): string {
  if (isAll) return 'All of the text';
  if (seen.length === 0) return 'Press passages to select them.';
  const hidden = seen.filter(({ kind }) => kind === 'gm').length;
  const chosen = seen.filter(({ kind }) => kind === 'players').length;
  const shown = seen.length - hidden - chosen;
  const parts = [
    hidden > 0 && `${hidden === seen.length ? '' : `${hidden} `}GM only`,
    shown > 0 && `${shown === seen.length ? '' : `${shown} `}Party`,
    chosen > 0 && `${chosen === seen.length ? '' : `${chosen} `}for chosen players`,
  ].filter((part) => part !== false);
  return `${seen.length.toLocaleString('en')} selected: ${parts.join(', ')}`;
}

/** The players shared by all audiences; empty if the audiences differ. */
function commonPlayers(seen: readonly Audience[]): readonly string[] {
  const [first] = seen;
  return first && seen.every((one) => isSameAudience(first, one)) ? first.players : [];
}
