import { useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing } from '@tomekeeper/ui/icon';
import { PageField } from './page-field';
import { drawnOutline } from './outline-rows';
import styles from './outline.module.css';
import type { Heading } from '../../documents-api/passages-api';

/** Row height in CSS pixels; larger for touch. */
const ROW = 32;
const ROW_UNDER_FINGER = 44;
/** Longer outlines are virtualized. */
const ALL_BELOW = 200;
const MARGIN = 12;
/** Minimum number of headings for a filter field. */
const FILTERED_FROM = 20;

export interface OutlineProps {
  headings: readonly Heading[];
  /** Id of the heading at the reading position. */
  current: string | undefined;
  addressOf: (id: string) => string;
  onGo: (heading: Heading) => void;
  /** Page navigation of a file with pages. */
  page: { current: number; pages: number; onPage: (page: number) => void } | undefined;
  /** GM action for the section of a heading. */
  actOf?: ((heading: Heading) => ReactNode) | undefined;
}

/** Outline with the current heading marked. Rows have a fixed height, so that thousands can be virtualized. */
export function Outline({ headings, current, addressOf, onGo, page, actOf }: OutlineProps) {
  const list = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, height: 800 });
  const [words, setWords] = useState('');
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map());
  const height = useRowHeight();
  const { rows, marked } = useMemo(
    () => drawnOutline(headings, words, current, pressed),
    [headings, words, current, pressed],
  );
  useEffect(() => {
    const box = list.current;
    // Does not scroll the outline while the user points at it or has the focus in it.
    if (!box || marked < 0 || box.matches(':hover, :focus-within')) return;
    const top = marked * height;
    if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 3;
  }, [marked, height]);

  const isWhole = rows.length <= ALL_BELOW;
  const first = isWhole ? 0 : Math.max(0, Math.floor(scrolled.top / height) - MARGIN);
  const last = isWhole
    ? rows.length
    : Math.ceil((scrolled.top + scrolled.height) / height) + MARGIN;
  const isFolded = rows.some(({ hasParts }) => hasParts) && headings.length > FILTERED_FROM;
  const go = (heading: Heading) => (event: MouseEvent) => {
    // Modified clicks keep the browser's behavior, such as opening a tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onGo(heading);
  };
  return (
    <nav className={styles.outline} aria-label="Outline">
      {(headings.length >= FILTERED_FROM || page) && (
        <div className={styles.head}>
          {headings.length >= FILTERED_FROM && (
            <input
              type="search"
              className={styles.filter}
              aria-label="Find a heading"
              placeholder="Find a heading"
              autoComplete="off"
              maxLength={200}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
          {page && <PageField {...page} />}
        </div>
      )}
      <div
        ref={list}
        className={styles.list}
        onScroll={({ currentTarget }) =>
          setScrolled({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
        }
      >
        <ul role="list" className={styles.entries} style={{ height: rows.length * height }}>
          {rows.slice(first, last).map(({ heading, depth, hasParts, isOpen }, index) => (
            <li
              key={heading.id}
              className={styles.entry}
              style={{
                top: (first + index) * height,
                height,
                paddingInlineStart: `${Math.min(depth, 4) * 0.8}rem`,
              }}
              aria-setsize={rows.length}
              aria-posinset={first + index + 1}
            >
              {isFolded && (
                <span className={styles.fold}>
                  {hasParts && (
                    <Button
                      variant="quiet"
                      size="small"
                      className={styles.foldButton}
                      aria-label={`Parts of ${heading.text}`}
                      aria-expanded={isOpen}
                      onClick={() => setPressed(new Map(pressed).set(heading.id, !isOpen))}
                    >
                      <Drawing shape={isOpen ? down : right} />
                    </Button>
                  )}
                </span>
              )}
              <a
                href={addressOf(heading.id)}
                className={classNames(styles.heading, first + index === marked && styles.current)}
                aria-current={heading.id === current ? 'location' : undefined}
                // Focus on the filter field would open a phone's keyboard over the list.
                data-first-focus={first + index === Math.max(marked, 0) ? '' : undefined}
                title={heading.text}
                onClick={go(heading)}
              >
                <span className={styles.words}>{heading.text}</span>
                {heading.pinned && <span className={styles.mark}>Pinned</span>}
              </a>
              {actOf?.(heading)}
            </li>
          ))}
        </ul>
        {rows.length === 0 && (
          <p className={styles.none} role="status">
            No matching headings. Use “Find” to search the text.
          </p>
        )}
      </div>
    </nav>
  );
}

function useRowHeight(): number {
  const [row] = useState(() =>
    window.matchMedia?.('(pointer: coarse)').matches ? ROW_UNDER_FINGER : ROW,
  );
  return row;
}

/** The heading of the section that contains a passage index. */
export function headingAt(headings: readonly Heading[], at: number): Heading | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1];
}

const right = <path d="m7.5 4.75 5.25 5.25-5.25 5.25" />;
const down = <path d="m4.75 7.5 5.25 5.25 5.25-5.25" />;
