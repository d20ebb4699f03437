import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { SEARCH_LIMITS } from '@tomekeeper/contracts-search';
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
import { useStoreRecent } from '../recent/recent-documents';
import { locationOf } from '../search-api/paths';
import { PaletteList } from './palette-list';
import styles from './palette.module.css';
import type { Group, PaletteRow } from './rows';
import { usePalette, type PaletteContents } from './use-palette';

/** `search.palette`: one field for documents, passages, people, campaigns and actions, on every page. */
export function Palette(props: WidgetProps['search.palette']) {
  const { campaign, viewAs, document } = locationOf(useShell().routing.useLocation());
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
  const { groups, isSettled, problem } = usePalette(text, campaign);
  const rows = groups.flatMap((group) => group.rows);
  const choice = useChoice(rows, text);
  const storeRecent = useStoreRecent();
  useEffect(() => {
    if (campaign !== undefined && document !== undefined) storeRecent({ campaign, document });
  }, [campaign, document, storeRecent]);

  const choose = useCallback(
    (row: PaletteRow) => {
      if (row.to === undefined) {
        setText(row.title);
        return;
      }
      if (row.opens) storeRecent(row.opens);
      onClose();
      routing.navigate(row.to);
    },
    [storeRecent, onClose, routing],
  );
  const enter = useEnter({
    text,
    wasPressed: typedAhead.includes('\n'),
    isSettled,
    first: rows[0],
    choose,
  });

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter confirms the input of an input method editor, for example for Japanese.
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
  const idOf = (row: PaletteRow) => `${listId}-${row.key.replaceAll(/\W+/g, '-')}`;
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
            maxLength={SEARCH_LIMITS.queryLength}
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
        <ViewAsNote campaign={campaign} />
        <PaletteList
          id={listId}
          {...{ groups, idOf }}
          active={choice.active}
          onPoint={choice.point}
          onChoose={choose}
        />
        <Status {...{ text, problem, isSettled }} count={countFound(groups)} />
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

/** The active row: the first one, until the user moves; then it stays active while other rows change. */
function useChoice(rows: readonly PaletteRow[], text: string) {
  const [own, setOwn] = useState<{ text: string; key: string }>();
  const at = own?.text === text ? rows.findIndex(({ key }) => key === own.key) : -1;
  const active = rows[Math.max(at, 0)];
  return {
    active,
    isOwn: at >= 0,
    move(step: number) {
      const last = rows.length - 1;
      const from = Math.max(at, 0);
      // Single steps wrap around, pages stop at the ends.
      const next =
        Math.abs(step) === 1
          ? (from + step + rows.length) % Math.max(rows.length, 1)
          : Math.min(Math.max(from + step, 0), last);
      const row = rows[next];
      if (row) setOwn({ text, key: row.key });
    },
    point: ({ key }: PaletteRow) => setOwn({ text, key }),
  };
}

/** Enter opens the first result, and waits for pending results. */
function useEnter({
  text,
  wasPressed,
  isSettled,
  first,
  choose,
}: {
  text: string;
  /** Whether Enter was pressed before the palette had loaded. */
  wasPressed: boolean;
  isSettled: boolean;
  first: PaletteRow | undefined;
  choose: (row: PaletteRow) => void;
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

function ViewAsNote({ campaign }: { campaign: string | undefined }) {
  const viewAs = useViewAs();
  const { data } = useCampaign(campaign);
  if (viewAs === undefined) return null;
  const who = viewAs === PARTY ? 'the party' : (nameOfPerson(data, viewAs) ?? 'this player');
  return <p className={styles.viewAs}>Results as seen by {who}.</p>;
}

interface StatusProps {
  text: string;
  problem: PaletteContents['problem'];
  isSettled: boolean;
  count: number;
}

const PROBLEMS = {
  'index-lag': 'Search is updating… Names and actions already work.',
  'partial-index-lag': 'Some campaigns are updating. These results are from the others.',
  failed: 'Search is unavailable. Names and actions still work; keep typing to try again.',
} as const;

/** Groups of offers to search or ask for the text. */
const OFFERS: readonly string[] = ['Ask', 'More', 'Search for'];

/** Number of results, without offers to search or ask for the text. */
const countFound = (groups: readonly Group[]): number =>
  groups.reduce((sum, { name, rows }) => sum + (OFFERS.includes(name) ? 0 : rows.length), 0);

/** Announces the number of results to screen readers, and shows problems to everyone. */
function Status({ text, problem, isSettled, count }: StatusProps) {
  const words = problem && PROBLEMS[problem];
  return (
    <>
      {words && <p className={styles.problem}>{words}</p>}
      <p role="status" className={styles.status}>
        {words ??
          (text.trim() !== '' && isSettled ? `${count} ${count === 1 ? 'result' : 'results'}` : '')}
      </p>
    </>
  );
}
