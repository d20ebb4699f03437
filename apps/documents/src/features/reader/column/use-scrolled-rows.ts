import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { Heights } from './heights';

/** What a passage is taken for before any was measured. */
const GUESS = 84;
/** After so many the average says more than the guess, and after more of them still more. */
const LEARNT = [12, 150] as const;
/** Rows stand there so far above and below the window, in its heights. */
const MARGIN = 1;
/** As few as these all stand there: the browser's own ways to find and print see them. */
export const ALL_BELOW = 150;

/** Where somebody reads: a row, and how far down it the top of the window is, from 0 to 1. */
export interface RowPlace {
  at: number;
  share: number;
}

/** Where one begins; with `focus` a link led there. */
export interface StartPlace extends RowPlace {
  focus: boolean;
  /** So much of the window stays above it, from 0 to 1, for what it belongs to. */
  above?: number;
}

export interface ScrolledRows {
  /** The rows that are to be drawn. */
  first: number;
  last: number;
  column: RefObject<HTMLDivElement | null>;
  rows: RefObject<HTMLDivElement | null>;
  above: RefObject<HTMLDivElement | null>;
  below: RefObject<HTMLDivElement | null>;
  /** Of a row that has not come yet. */
  estimate: number;
  goTo: (at: number, options?: { share?: number; focus?: boolean }) => void;
}

interface Options {
  total: number;
  /** Where the window begins that one reads in: below what sticks to its top. */
  inset: () => number;
  start: StartPlace | undefined;
  /** Another one when all heights are others: letters, lines. */
  look: string;
  /** @returns the place where the row of now stands after the text became another */
  follow: (at: number) => number;
  onRead: (place: RowPlace) => void;
}

/**
 * Of very many rows, draws those near the window, which scrolls. Rows stand in the page's ordinary flow, with room above
 * and below for the others. Whatever their heights turn out to be, what is at the top of the window stays there: the
 * browser knows nothing of rows that are not drawn, so this is done here, before it paints.
 */
export function useScrolledRows(options: Options): ScrolledRows {
  const { total, look, start } = options;
  const column = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const heights = useRef<Heights>(undefined);
  const learnt = useRef(0);
  const target = useRef<StartPlace | undefined>(start);
  const [range, setRange] = useState<readonly [first: number, last: number]>(() =>
    around(start?.at ?? 0, total),
  );
  const [known, setKnown] = useState({ total, look });
  const [estimate, setEstimate] = useState(GUESS);
  if (known.total !== total || known.look !== look) {
    setKnown({ total, look });
    setRange(([first, last]) => [
      Math.min(first, Math.max(0, total - 1)),
      Math.max(Math.min(last, total - 1), Math.min(total - 1, 0)),
    ]);
  }
  const [first, last] = total <= ALL_BELOW ? [0, total - 1] : range;

  const heightsOf = (): Heights => {
    heights.current ??= new Heights(total, GUESS);
    return heights.current;
  };
  /** How far the top of the window is from the top of the column, and how high it is. */
  const seen = () => {
    const inset = options.inset();
    const top = column.current?.getBoundingClientRect().top ?? 0;
    return { y: inset - top, height: window.innerHeight - inset };
  };
  const placeAt = (y: number): RowPlace => {
    const model = heightsOf();
    const at = model.indexAt(Math.max(0, y));
    return { at, share: Math.max(0, Math.min(1, (y - model.topOf(at)) / model.of(at))) };
  };
  /** Windows scroll by whole pixels and rows are as high as they are: less than one of a row is nothing to read. */
  const readAt = (y: number): RowPlace => {
    const place = placeAt(y);
    const isOver = (1 - place.share) * heightsOf().of(place.at) < 1 && place.at + 1 < total;
    return isOver ? { at: place.at + 1, share: 0 } : place;
  };
  const heightAt = ({ at, share, above: left }: RowPlace & { above?: number }): number =>
    heightsOf().topOf(at) + share * heightsOf().of(at) - (left ? left * seen().height : 0);

  /** Draws other rows when the window comes near the end of those that are there. */
  const lookAround = () => {
    if (total <= ALL_BELOW) return;
    const { y, height } = seen();
    const model = heightsOf();
    const top = target.current ? heightAt(target.current) : y;
    const needs = (margin: number) => [
      model.indexAt(Math.max(0, top - margin * height)),
      model.indexAt(Math.max(0, top + (1 + margin) * height)),
    ];
    const [atLeast = 0, atMost = 0] = needs(MARGIN / 2);
    if (first <= atLeast && last >= atMost && last - first < 400) return;
    const [from = 0, to = 0] = needs(MARGIN);
    setRange((now) => (now[0] === from && now[1] === to ? now : [from, to]));
  };

  /** Measures what is drawn and gives the rest its room, without anything moving that one looks at. */
  const settle = useEffectEvent(() => {
    const model = heightsOf();
    const { y } = seen();
    const before = placeAt(y);
    const wanted = target.current;
    let news = false;
    let isThere = false;
    for (const row of rows.current?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
      const at = Number(row.dataset['at']);
      if (row.dataset['waits'] !== undefined) continue;
      const height = row.getBoundingClientRect().height;
      if (height > 0) news = model.measure(at, height) || news;
      isThere ||= at === wanted?.at;
    }
    const enough = LEARNT[learnt.current];
    if (news && enough !== undefined) {
      const guessed = model.estimate;
      model.learn(enough);
      if (model.estimate !== guessed) {
        learnt.current += 1;
        setEstimate(model.estimate);
      }
    }
    if (above.current) above.current.style.height = `${model.topOf(first)}px`;
    if (below.current) below.current.style.height = `${model.total - model.topOf(last + 1)}px`;
    const now = seen().y;
    if (wanted) {
      move(heightAt(wanted) - now);
      if (isThere) {
        target.current = undefined;
        if (wanted.focus)
          rows.current
            ?.querySelector<HTMLElement>(`[data-at="${wanted.at}"]`)
            ?.focus({ preventScroll: true });
      }
    } else if (y > 0) move(heightAt(before) - now);
    lookAround();
  });

  const onScroll = useEffectEvent(() => {
    lookAround();
    const { y } = seen();
    options.onRead(readAt(y));
  });

  const startAnew = useEffectEvent(() => {
    const old = heights.current;
    if (!old) return;
    const { y } = seen();
    const here = placeAt(y);
    heights.current = new Heights(total, old.estimate);
    learnt.current = 0;
    const at = old.count === total ? here.at : options.follow(here.at);
    if (y > 0 || target.current)
      target.current ??= {
        at: Math.min(at, Math.max(0, total - 1)),
        share: here.share,
        focus: false,
      };
  });
  // Before the next one measures: all that was known is of another text or another look.
  useLayoutEffect(() => startAnew(), [total, look]);
  useLayoutEffect(() => settle());

  useEffect(() => {
    let width = column.current?.clientWidth;
    const watch = new ResizeObserver(() => {
      const now = column.current?.clientWidth;
      if (now !== width) startAnew();
      width = now;
      settle();
    });
    if (rows.current) watch.observe(rows.current);
    const scrolled = () => onScroll();
    // Where somebody was led to is theirs to leave, before it has come too.
    const leave = () => {
      target.current = undefined;
    };
    const ways = ['wheel', 'touchmove'] as const;
    for (const way of ways) window.addEventListener(way, leave, { passive: true });
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', scrolled);
    return () => {
      watch.disconnect();
      for (const way of ways) window.removeEventListener(way, leave);
      window.removeEventListener('scroll', scrolled);
      window.removeEventListener('resize', scrolled);
    };
  }, []);

  const goTo = useCallback<ScrolledRows['goTo']>(
    (at, { share = 0, focus = false } = {}) => {
      const place = Math.min(Math.max(0, at), Math.max(0, total - 1));
      target.current = { at: place, share, focus };
      // Another pair each time, so that it is drawn and settled.
      setRange(around(place, total));
    },
    [total],
  );

  return { first, last, column, rows, above, below, estimate, goTo };
}

/** Enough for a window, whatever their heights. */
const around = (at: number, total: number): readonly [number, number] => [
  Math.max(0, at - 8),
  Math.min(total - 1, at + 16),
];

function move(by: number): void {
  if (Math.abs(by) >= 0.5) window.scrollBy({ top: by, behavior: 'instant' });
}
