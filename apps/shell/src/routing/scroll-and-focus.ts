import { useEffect, useRef } from 'react';
import type { AppHistory, Place } from './history';

const STORE = 'tomekeeper.scroll';
/** Pages load their data after they show: how long the scroll to an old position is tried again. */
const SCROLL_RETRY_MS = 10_000;

/**
 * After a navigation: the scroll position (top, or where one was), the focus on the page's heading,
 * and its title read out. The browser does all this for documents; in one page it is ours to do.
 */
export function useScrollAndFocus(
  history: AppHistory,
  place: Place,
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
    const stopScrolling = returns ? returnTo(place) : scrollTo(() => topOf(place.hash));
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
    // Storage is closed or full: going back starts at the top then.
  }
}

function topOf(hash: string): number {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  return target ? target.getBoundingClientRect().top + window.scrollY : 0;
}

/** Back to where one was, unless a page that was there before the scripts has been scrolled since. */
function returnTo(place: Place): () => void {
  if (place.by === 'start' && window.scrollY > 0) return () => {};
  // Read once: while the page is still too short, being scrolled as far as it goes is remembered too.
  const top = readScroll()[place.key] ?? 0;
  return scrollTo(() => top);
}

/** Scrolls there as soon as the page is long enough, unless the person scrolls first. */
function scrollTo(wanted: () => number): () => void {
  const start = performance.now();
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    // It knows better where one was: its heights are learnt as one scrolls.
    if (document.querySelector('[data-scrolls-itself]')) return;
    const top = wanted();
    window.scrollTo({ top, behavior: 'instant' });
    const arrived = Math.abs(window.scrollY - top) < 2;
    if (!arrived && performance.now() - start < SCROLL_RETRY_MS)
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
 * Moves the focus to the page's heading once it is there, unless the page has put it elsewhere. When a
 * page draws its heading anew, with its data, the focus goes along instead of falling off the page.
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
