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

/** Assumed row height before any measurement, in CSS pixels. */
const GUESS = 84;
/** Numbers of measured rows after which the estimate is updated to the average. */
const LEARNT = [12, 150] as const;
/** Overscan above and below the window, in window heights. */
const MARGIN = 1;
/** Lists up to this length are rendered completely, so that the browser's own find and print work. */
export const ALL_BELOW = 150;

/** Reading position: the row at the top of the window, and the scrolled share of it, from 0 to 1. */
export interface RowPlace {
  at: number;
  share: number;
}

/** Initial position; `focus` moves the focus there, for a followed link. */
export interface StartPlace extends RowPlace {
  focus: boolean;
  /** Share of the window that stays above the row for context, from 0 to 1. */
  above?: number;
}

export interface ScrolledRows {
  /** Range of rendered rows, both included. */
  first: number;
  last: number;
  column: RefObject<HTMLDivElement | null>;
  rows: RefObject<HTMLDivElement | null>;
  above: RefObject<HTMLDivElement | null>;
  below: RefObject<HTMLDivElement | null>;
  /** Height of unmeasured rows. */
  estimate: number;
  goTo: (at: number, options?: { share?: number; focus?: boolean }) => void;
}

interface Options {
  total: number;
  /** Height covered by sticky elements at the top of the window, in CSS pixels. */
  inset: () => number;
  start: StartPlace | undefined;
  /** Changes whenever a display setting changes all row heights. */
  look: string;
  /** @returns the index of the same row after the text changed */
  follow: (at: number) => number;
  onRead: (place: RowPlace) => void;
}

/**
 * Virtualizes a long list that scrolls with the window. Rendered rows are in normal flow between two spacers. The row at the top
 * of the window keeps its position at any measured height: browser scroll anchoring does not cover unrendered rows, so the
 * hook corrects the offset before paint.
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
  /** Scroll offset within the column, and visible height, in CSS pixels. */
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
  /** Windows scroll by whole pixels while row heights are fractional: less than one remaining pixel counts as the next row. */
  const readAt = (y: number): RowPlace => {
    const place = placeAt(y);
    const isOver = (1 - place.share) * heightsOf().of(place.at) < 1 && place.at + 1 < total;
    return isOver ? { at: place.at + 1, share: 0 } : place;
  };
  const heightAt = ({ at, share, above: left }: RowPlace & { above?: number }): number =>
    heightsOf().topOf(at) + share * heightsOf().of(at) - (left ? left * seen().height : 0);

  /** Renders other rows when the window approaches the end of the rendered ones. */
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

  /** Measures rendered rows and resizes the spacers without moving visible content. */
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
  // Runs before the next measurement, because existing heights belong to another text or display setting.
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
    // Scrolling by the user cancels a programmatic scroll, even during loading.
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
      // A new array each time, so that React rerenders and the layout effect runs.
      setRange(around(place, total));
    },
    [total],
  );

  return { first, last, column, rows, above, below, estimate, goTo };
}

/** Enough rows for one window at any row height. */
const around = (at: number, total: number): readonly [number, number] => [
  Math.max(0, at - 8),
  Math.min(total - 1, at + 16),
];

function move(by: number): void {
  if (Math.abs(by) >= 0.5) window.scrollBy({ top: by, behavior: 'instant' });
}
