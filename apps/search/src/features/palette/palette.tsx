import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import {
  PARTY,
  useShell,
  useViewAs,
  ViewAsProvider,
  type WidgetProps,
} from '@tomekeeper/remote-kit';
import { nameOfPerson, useCampaign } from '@tomekeeper/remote-kit/campaign';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { placeOf } from '../search-api/paths';
import { useKeepRecent } from '../recent/use-recent';
import { PaletteList } from './palette-list';
import styles from './palette.module.css';
import type { Row } from './rows';
import { usePalette, type PaletteContents } from './use-palette';

/** `search.palette`: one field for documents, passages, people, campaigns and actions, over whichever page there is. */
export function Palette(props: WidgetProps['search.palette']) {
  const { campaign, viewAs, document } = placeOf(useShell().routing.useLocation());
  return (
    <ViewAsProvider value={viewAs}>
      <PaletteDialog {...props} campaign={campaign} document={document} />
    </ViewAsProvider>
  );
}

interface PaletteDialogProps {
  onClose: () => void;
  takeTyped: () => string;
  campaign?: string | undefined;
  document?: string | undefined;
}

function PaletteDialog({ onClose, takeTyped, campaign, document }: PaletteDialogProps) {
  const { routing } = useShell();
  const [typedAhead] = useState(takeTyped);
  const [text, setText] = useState(() => typedAhead.replaceAll('\n', ''));
  const { groups, isSettled, trouble } = usePalette(text, campaign);
  const rows = groups.flatMap((group) => group.rows);
  const choice = useChoice(rows, text);
  const keepRecent = useKeepRecent();
  useEffect(() => {
    if (campaign !== undefined && document !== undefined) keepRecent({ campaign, document });
  }, [campaign, document, keepRecent]);

  const choose = useCallback(
    (row: Row) => {
      if (row.to === undefined) {
        setText(row.title);
        return;
      }
      if (row.opens) keepRecent(row.opens);
      onClose();
      routing.navigate(row.to);
    },
    [keepRecent, onClose, routing],
  );
  const enter = useEnter({
    text,
    wasPressed: typedAhead.includes('\n'),
    isSettled,
    first: rows[0],
    choose,
  });

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // What is written with several keys, as Japanese is, goes on by Enter.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (choice.isOwn && choice.active) choose(choice.active);
      else enter.press();
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choice.move(step);
  };

  const listId = useId();
  const idOf = (row: Row) => `${listId}-${row.key.replaceAll(/\W+/g, '-')}`;
  return (
    <Dialog open bare title="Search" onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.bar}>
          <Drawing shape={iconShapes.search} size={20} />
          <input
            className={styles.field}
            role="combobox"
            type="text"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder={
              campaign === undefined ? 'Search all your campaigns' : 'Search this campaign'
            }
            aria-label="Search"
            aria-expanded={rows.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={choice.active && idOf(choice.active)}
            data-first-focus=""
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              enter.forget();
            }}
            onKeyDown={press}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            Close
          </button>
        </div>
        <Eyes campaign={campaign} />
        <PaletteList
          id={listId}
          {...{ groups, idOf }}
          active={choice.active}
          onPoint={choice.point}
          onChoose={choose}
        />
        <Told {...{ text, trouble, isSettled }} count={rows.length} />
        <p className={styles.hints} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close
        </p>
      </div>
    </Dialog>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** Which row is chosen: the first, until the person goes to another; that one stays while others come and go around it. */
function useChoice(rows: readonly Row[], text: string) {
  const [own, setOwn] = useState<{ text: string; key: string }>();
  const at = own?.text === text ? rows.findIndex(({ key }) => key === own.key) : -1;
  const active = rows[Math.max(at, 0)];
  return {
    active,
    isOwn: at >= 0,
    move(step: number) {
      const last = rows.length - 1;
      const from = Math.max(at, 0);
      // By ones it goes round; by pages it stops at the ends.
      const next =
        Math.abs(step) === 1
          ? (from + step + rows.length) % Math.max(rows.length, 1)
          : Math.min(Math.max(from + step, 0), last);
      const row = rows[next];
      if (row) setOwn({ text, key: row.key });
    },
    point: ({ key }: Row) => setOwn({ text, key }),
  };
}

/** Enter opens the first that is found; pressed before the answer has come, it waits for it. */
function useEnter({
  text,
  wasPressed,
  isSettled,
  first,
  choose,
}: {
  text: string;
  /** Before there was a field. */
  wasPressed: boolean;
  isSettled: boolean;
  first: Row | undefined;
  choose: (row: Row) => void;
}): { press: () => void; forget: () => void } {
  const [waitsFor, setWaitsFor] = useState(wasPressed && text.trim() !== '' ? text : undefined);
  const isDue = waitsFor === text && isSettled;
  const latest = useRef({ first, choose });
  useEffect(() => {
    latest.current = { first, choose };
  });
  useEffect(() => {
    if (!isDue) return;
    const { first: row, choose: open } = latest.current;
    if (row) open(row);
  }, [isDue]);
  return { press: () => setWaitsFor(text), forget: () => setWaitsFor(undefined) };
}

/** With whose eyes a GM looks here. */
function Eyes({ campaign }: { campaign: string | undefined }) {
  const viewAs = useViewAs();
  const { data } = useCampaign(campaign);
  if (viewAs === undefined) return null;
  const who = viewAs === PARTY ? 'the party' : (nameOfPerson(data, viewAs) ?? 'this player');
  return <p className={styles.eyes}>This is what {who} finds.</p>;
}

interface ToldProps {
  text: string;
  trouble: PaletteContents['trouble'];
  isSettled: boolean;
  count: number;
}

const TROUBLES = {
  'catching-up': 'Catching up with what has changed… Names and actions are here already.',
  'partly-catching-up':
    'Some campaigns are catching up with what has changed; these are from the others.',
  failed: 'Search did not answer. Names and actions are here; type on to try again.',
} as const;

/** How much is offered, for those who can not see it; and what is wrong, for all. */
function Told({ text, trouble, isSettled, count }: ToldProps) {
  const words = trouble && TROUBLES[trouble];
  return (
    <>
      {words && <p className={styles.trouble}>{words}</p>}
      <p role="status" className={styles.told}>
        {words ??
          (text.trim() !== '' && isSettled ? `${count} ${count === 1 ? 'result' : 'results'}` : '')}
      </p>
    </>
  );
}
