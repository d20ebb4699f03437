import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import type { Heading } from './passages-api';
import styles from './reader.module.css';

/** Of an entry, in pixels; under a finger it is higher. */
const ROW = 32;
const ROW_UNDER_FINGER = 44;
/** Longer outlines draw only what is near. */
const ALL_BELOW = 200;
const MARGIN = 12;

interface OutlineProps {
  headings: readonly Heading[];
  /** Id of the one that is read. */
  current: string | undefined;
  addressOf: (id: string) => string;
  onGo: (heading: Heading) => void;
}

/** The headings of a text, the one that is read marked. Entries take one line each, so that thousands can be scrolled. */
export function Outline({ headings, current, addressOf, onGo }: OutlineProps) {
  const list = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, height: 800 });
  const row = useRowHeight();
  const at = headings.findIndex(({ id }) => id === current);
  useEffect(() => {
    const box = list.current;
    // Whoever looks for something in it is left alone.
    if (!box || at < 0 || box.matches(':hover, :focus-within')) return;
    const top = at * row;
    if (top < box.scrollTop || top + row > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 3;
  }, [at, row]);

  const isWhole = headings.length <= ALL_BELOW;
  const first = isWhole ? 0 : Math.max(0, Math.floor(scrolled.top / row) - MARGIN);
  const last = isWhole
    ? headings.length
    : Math.ceil((scrolled.top + scrolled.height) / row) + MARGIN;
  const top = Math.min(...headings.map(({ level }) => level));
  const go = (heading: Heading) => (event: MouseEvent) => {
    // Another tab, or a copy of the link, is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onGo(heading);
  };
  return (
    <nav
      ref={list}
      className={styles.outline}
      aria-label="Outline"
      onScroll={({ currentTarget }) =>
        setScrolled({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <ul role="list" className={styles.entries} style={{ height: headings.length * row }}>
        {headings.slice(first, last).map((heading, index) => (
          <li
            key={heading.id}
            className={styles.entry}
            style={{ top: (first + index) * row, height: row }}
            aria-setsize={headings.length}
            aria-posinset={first + index + 1}
          >
            <a
              href={addressOf(heading.id)}
              className={classNames(styles.heading, heading.id === current && styles.current)}
              style={{ paddingInlineStart: `${0.75 + Math.min(heading.level - top, 4) * 0.8}rem` }}
              aria-current={heading.id === current ? 'location' : undefined}
              title={heading.text}
              onClick={go(heading)}
            >
              <span className={styles.headingWords}>{heading.text}</span>
              {heading.pinned && <span className={styles.headingMark}>Pinned</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useRowHeight(): number {
  const [row] = useState(() =>
    window.matchMedia?.('(pointer: coarse)').matches ? ROW_UNDER_FINGER : ROW,
  );
  return row;
}

/** The heading under which a place of the text stands. */
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
