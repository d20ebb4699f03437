import {
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { READER_SHORTCUTS } from '../../shortcuts/shortcuts';
import { classNames } from '@tomekeeper/ui/class-names';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { copyWithSources } from '../passages/copied-passages';
import { CommentMark } from '../../comments/comment-mark';
import type { OpenComments } from '../../comments/use-comments';
import type { PassageStore } from './passage-store';
import { useQuote } from './use-quote';
import type { Quote } from '../reading-position/use-reading-place';
import type { NewPassage } from '../new-passages/use-new-passages';
import type { Passage } from '../../documents-api/passages-api';
import { PassageContent, runs } from '../passages/passage-view';
import styles from '../passages/passage.module.css';
import type { Revealing } from '../revealing-context';
import {
  useScrolledRows,
  type RowPlace,
  type ScrolledRows,
  type StartPlace,
} from './use-scrolled-rows';

export interface ColumnHandle {
  goTo: ScrolledRows['goTo'];
}

export interface Hit {
  passage: string;
  nth: number;
}

interface PassageColumnProps {
  ref: Ref<ColumnHandle>;
  store: PassageStore;
  total: number;
  start: StartPlace | undefined;
  inset: () => number;
  look: string;
  /** Id of the highlighted passage, the target of the link that was followed. */
  lit: string | undefined;
  quote: Quote | undefined;
  /** The current search match: its passage, and its index within the passage. */
  hit: Hit | undefined;
  /** Passages that are new to a player since the last visit. */
  news: readonly NewPassage[] | undefined;
  comments: Pick<OpenComments, 'threads' | 'open'>;
  onRead: (place: RowPlace) => void;
  /** Actions menu of the hovered or focused passage. */
  actsOf: (passage: Passage, at: number) => ReactNode;
  /** Margin content of each passage, for GMs. */
  Side: Revealing['Side'] | undefined;
}

/** Virtualized column of passages. */
export function PassageColumn(props: PassageColumnProps) {
  const { ref, store, total, start, inset, look, lit, quote, hit, news, onRead, actsOf, Side } =
    props;
  const { threads, open } = props.comments;
  // Rerenders when passages arrive.
  useSyncExternalStore(store.subscribe, store.current);
  const [active, setActive] = useState<string>();
  /** Id of the passage at the top of the window, whose index changes when passages are inserted or deleted. */
  const here = useRef<string>(undefined);
  const { first, last, column, rows, above, below, estimate, goTo } = useScrolledRows({
    total,
    inset,
    start,
    look,
    onRead(place) {
      here.current = store.passageAt(place.at)?.id;
      onRead(place);
    },
    follow: (at) =>
      (here.current === undefined ? undefined : store.whereIs(here.current)) ??
      store.follow(at) ??
      at,
  });
  useImperativeHandle(ref, () => ({ goTo }), [goTo]);
  useEffect(() => store.want(first, last), [store, first, last, total]);

  const shownHit = useRef<Hit>(undefined);
  useLayoutEffect(() => {
    if (markHit(rows.current, hit, hit !== shownHit.current)) shownHit.current = hit;
  });
  useQuote(quote?.passage === lit ? quote : undefined, store);

  const shown = Array.from({ length: last - first + 1 }, (_, index) => ({
    at: first + index,
    passage: store.passageAt(first + index),
  }));
  const fresh = new Set(news?.map(({ id }) => id));
  const point = ({ target }: { target: EventTarget }) => {
    // The row of an open menu stays active.
    if (rows.current?.querySelector('[aria-expanded="true"]')) return;
    const row = target instanceof Element && target.closest<HTMLElement>('[data-passage]');
    if (row) setActive(row.dataset['passage']);
  };
  const step = (event: KeyboardEvent) => {
    const { up, down } = READER_SHORTCUTS;
    const by = isPressed(event, down) ? 1 : isPressed(event, up) ? -1 : 0;
    if (by === 0) return;
    const here = event.target instanceof Element && event.target.closest<HTMLElement>('[data-at]');
    if (!here) return;
    event.preventDefault();
    const at = Number(here.dataset['at']) + by;
    const next = rows.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    if (next) {
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest' });
    } else if (at >= 0 && at < total) goTo(at, { focus: true });
  };

  return (
    <div
      ref={column}
      className={styles.column}
      onPointerOver={(event: PointerEvent) => event.pointerType === 'mouse' && point(event)}
      onPointerDown={point}
      onFocus={(event: FocusEvent) => point(event)}
      onKeyDown={step}
      onCopy={copyWithSources}
    >
      <div ref={above} className={styles.room} />
      <div ref={rows}>
        {runs(shown, ({ passage }) => passage?.kind === 'list_item').flatMap(
          ({ isList, items }) => {
            const drawn = items.map(({ at, passage }) =>
              passage ? (
                <Row
                  key={passage.id}
                  as={isList ? 'li' : 'div'}
                  at={at}
                  passage={passage}
                  isLit={passage.id === lit}
                  isNew={fresh.has(passage.id)}
                  comments={threads.get(passage.id)?.length ?? 0}
                  onComments={open}
                  acts={passage.id === active ? actsOf(passage, at) : undefined}
                  {...(Side && { Side, before: store.passageAt(at - 1) })}
                />
              ) : (
                <div
                  key={at}
                  data-at={at}
                  data-waits=""
                  className={styles.waits}
                  style={{ height: estimate }}
                />
              ),
            );
            const begin = items[0]?.at ?? 0;
            // A stable key for the list at the upper edge prevents a remount at every scroll.
            return isList ? (
              <ul key={begin === first ? 'cut' : begin} role="list" className={styles.list}>
                {drawn}
              </ul>
            ) : (
              drawn
            );
          },
        )}
      </div>
      <div ref={below} className={styles.room} />
    </div>
  );
}

/** Marks the current search match. @returns whether the match is in the DOM */
function markHit(rows: HTMLElement | null, hit: Hit | undefined, isNew: boolean): boolean {
  for (const old of rows?.querySelectorAll('mark[data-current]') ?? [])
    old.removeAttribute('data-current');
  if (!hit) return true;
  const row = window.document.getElementById(`p-${hit.passage}`);
  const marks = row?.querySelectorAll('mark[data-begins]');
  const mark = marks?.[Math.min(hit.nth, marks.length - 1)];
  mark?.setAttribute('data-current', '');
  if (isNew) (mark ?? row)?.scrollIntoView?.({ block: 'center' });
  return row !== null && row !== undefined;
}

interface RowProps {
  as: 'li' | 'div';
  at: number;
  passage: Passage;
  isLit: boolean;
  isNew: boolean;
  /** Number of comments. */
  comments: number;
  onComments: OpenComments['open'];
  acts: ReactNode;
  Side?: Revealing['Side'];
  before?: Passage | undefined;
}

const Row = memo(function Row(props: RowProps) {
  const { as: Tag, at, passage, isLit, isNew, comments, onComments, acts, Side, before } = props;
  const { id, kind, level = 1, depth } = passage;
  return (
    <Tag
      id={`p-${id}`}
      data-at={at}
      data-passage={id}
      tabIndex={-1}
      {...(Tag === 'li' && { 'aria-level': depth + 1 })}
      className={classNames(
        styles.row,
        kind === 'heading' && (level <= 2 ? styles.beginsPart : styles.beginsLess),
        isLit && styles.lit,
      )}
    >
      {Side && <Side {...{ passage, before, at }} />}
      {isNew && (
        <span className={styles.newMark} data-beside="">
          <VisuallyHidden>New: </VisuallyHidden>
        </span>
      )}
      <PassageContent passage={passage} />
      {comments > 0 && <CommentMark count={comments} onOpen={() => onComments(id)} />}
      {acts && (
        <div className={styles.acts} data-thumb="button">
          {acts}
        </div>
      )}
    </Tag>
  );
});
