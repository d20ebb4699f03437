import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { wordsToFind } from './find-words';
import type { Hit } from '../column/passage-column';
import type { Found, PassagesApi } from '../../documents-api/passages-api';

/** Debounce of keystrokes. */
const TYPED_MS = 180;

export interface Finding {
  isOpen: boolean;
  typed: string;
  /** Increases with every request to open the find bar. */
  asked: number;
  open: () => void;
  close: () => void;
  type: (words: string) => void;
  step: (by: 1 | -1) => void;
  /** Number of matches. */
  count: number;
  /** Status, such as '3 of 12'. */
  words: string;
  /** Pattern to highlight in the text. */
  marked: RegExp | undefined;
  hit: Hit | undefined;
}

/** Find in one document: the service returns the positions of matches, the text highlights them. */
export function useFinding(
  api: PassagesApi,
  document: string,
  version: string,
  /** Index of the passage at the reading position. */
  at: number,
  goTo: (at: number) => void,
): Finding {
  const viewAs = useViewAs();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  /** Index of the current match, from 0. */
  const [nth, setNth] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), typed.trim() === '' ? 0 : TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsking = isOpen && wordsToFind(wanted) !== undefined;
  const { data, isFetching, error } = useQuery({
    queryKey: ['found in document', document, viewAs, version, wanted],
    queryFn: ({ signal }) => api.find(wanted, signal),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = isAsking ? data : undefined;
  const count = useMemo(
    () => (found?.found ?? []).reduce((sum, { times }) => sum + times, 0),
    [found],
  );
  const current = isAsking && count > 0 ? nth % count : 0;
  const hit = useMemo(() => hitOf(found, current), [found, current]);

  // The first match is the one at or after the reading position.
  const [begun, setBegun] = useState<Found>();
  if (found && found !== begun) {
    setBegun(found);
    setNth(firstFrom(found, at));
  }
  const lead = useEffectEvent(() => {
    if (hit) goTo(hit.at);
  });
  useEffect(() => lead(), [begun]);

  return {
    isOpen,
    typed,
    asked,
    open() {
      setOpen(true);
      setAsked((before) => before + 1);
    },
    close: () => setOpen(false),
    type: setTyped,
    step(by) {
      if (count === 0) return;
      const next = (current + by + count) % count;
      setNth(next);
      const led = hitOf(found, next);
      if (led) goTo(led.at);
    },
    count,
    words: wordsFor({ typed, isAsking, isFetching, error, found, count, current }),
    marked: useMemo(() => (isAsking ? wordsToFind(wanted) : undefined), [isAsking, wanted]),
    hit,
  };
}

function firstFrom({ found }: Found, at: number): number {
  let before = 0;
  for (const one of found) {
    if (one.at >= at) return before;
    before += one.times;
  }
  return 0;
}

function hitOf(found: Found | undefined, nth: number): (Hit & { at: number }) | undefined {
  let left = nth;
  for (const { id, at, times } of found?.found ?? []) {
    if (left < times) return { passage: id, nth: left, at };
    left -= times;
  }
  return undefined;
}

interface Told {
  typed: string;
  isAsking: boolean;
  isFetching: boolean;
  error: Error | null;
  found: Found | undefined;
  count: number;
  current: number;
}

function wordsFor({ typed, isAsking, isFetching, error, found, count, current }: Told): string {
  if (typed.trim() === '' || !isAsking) return '';
  if (error) return 'Unable to search. Try again.';
  if (!found) return isFetching ? 'Looking…' : '';
  if (count === 0) return 'Nothing found';
  return `${current + 1} of ${count}${found.more ? '+' : ''}`;
}
