import { useEffect, useRef } from 'react';
import type { AppHistory, HistoryEntry } from './history';

const STORE = 'tomekeeper.scroll';
/** Duration of scroll retries, because pages load their data after rendering. */
const SCROLL_RETRY_MS = 10_000;
/** Duration for which the element of a hash stays in place while the parts above it load. */
const HASH_FOLLOWED_MS = 3_000;

/**
 * After a navigation: restores the scroll position (or scrolls to the top), focuses the page's heading and announces its title,
 * as browsers do for documents.
 */
export function useScrollAndFocus(
  history: AppHistory,
  place: HistoryEntry,
  announce: (message: string) => void,
) {
  const previous = useRef(place);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => rememberScroll(history.place().key);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [history]);

  useEffect(() => {
    const from = previous.current;
    previous.current = place;
    const returns = place.by === 'history' || place.by === 'start';
    const stopScrolling = returns ? returnTo(place) : goTo(place.hash);
    const isNewPage = from !== place && from.pathname !== place.pathname;
    const stopWaiting = isNewPage ? focusHeading(announce) : undefined;
    return () => {
      stopScrolling();
      stopWaiting?.();
    };
  }, [place, announce]);
}

function readScroll(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, top]) => typeof top === 'number'));
  } catch {
    return {};
  }
}

function rememberScroll(key: string) {
  try {
    const kept = Object.entries(readScroll()).filter(([known]) => known !== key);
    const entries = [...kept.slice(-50), [key, Math.round(window.scrollY)]];
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is unavailable or full: going back then starts at the top.
  }
}

/** Scrolls to the top, or to the element of the hash as soon as the page has loaded it. */
function goTo(hash: string): () => void {
  if (!scrollsItself()) window.scrollTo({ top: 0, behavior: 'instant' });
  const id = idOf(hash);
  if (!id) return () => {};
  let hasFocused = false;
  return scrollTo(() => {
    const target = document.getElementById(id);
    if (!target) return undefined;
    if (!hasFocused) target.focus({ preventScroll: true });
    hasFocused = true;
    const room = document.documentElement.scrollHeight - window.innerHeight;
    return Math.min(room, target.getBoundingClientRect().top + window.scrollY);
  }, HASH_FOLLOWED_MS);
}

/** Id of the element that a hash names; undefined for a hash that is not encoded correctly. */
function idOf(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return undefined;
  }
}

/** Virtualized pages restore their own position, because heights are measured while scrolling. */
const scrollsItself = (): boolean => document.querySelector('[data-scrolls-itself]') !== null;

/** Restores the scroll position, unless the user already scrolled a prerendered page. */
function returnTo(place: HistoryEntry): () => void {
  if (place.by === 'start' && window.scrollY > 0) return () => {};
  // Read once: while the page is still too short, the partial scroll position would overwrite the stored one.
  const top = readScroll()[place.key];
  return top === undefined ? goTo(place.hash) : scrollTo(() => top);
}

/**
 * Scrolls as soon as the page is long enough, unless the user scrolls first.
 * @param wanted position; undefined while it is unknown
 * @param followedMs duration of scrolling to the same target again while parts of the page load
 */
function scrollTo(wanted: () => number | undefined, followedMs = 0): () => void {
  const start = performance.now();
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    if (scrollsItself()) return;
    const top = wanted();
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' });
    const arrived = top !== undefined && Math.abs(window.scrollY - top) < 2;
    if (performance.now() - start < (arrived ? followedMs : SCROLL_RETRY_MS))
      frame = requestAnimationFrame(step);
  };
  step();
  const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
  for (const gesture of gestures) window.addEventListener(gesture, stop, { once: true });
  return () => {
    stop();
    for (const gesture of gestures) window.removeEventListener(gesture, stop);
  };
}

/**
 * Focuses the page's heading once it exists, unless the page moved focus itself. If the page replaces its heading after loading
 * data, focus moves to the new one.
 */
function focusHeading(announce: (message: string) => void): () => void {
  const main = document.querySelector('main');
  if (!main) return () => {};
  let known: Element | undefined;
  const follow = () => {
    const heading = main.querySelector('h1');
    if (!heading || heading === known) return;
    const active = document.activeElement;
    const isFirst = !known;
    known = heading;
    if (isFirst ? !main.contains(active) || active === main : active === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    if (isFirst) announce(document.title);
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
