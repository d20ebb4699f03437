import { useMemo, useRef, type RefObject } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { audienceOfPassage } from '@tomekeeper/visibility';
import { TextChanged, type PassageStore } from '../../column/passage-store';
import type { Passage } from '../../../documents-api/passages-api';
import type { ReaderParts } from '../../revealing-context';
import { underHeading } from './under-heading';
import { TooManySelected, type PassageSelection } from './passage-selection';

export interface Selecting {
  /** Toggles one passage; `extend` selects the range from the anchor. */
  select: (passage: Passage, at: number, extend: boolean) => void;
  extendTo: (at: number) => void;
  /** Selects the section of a heading, loading missing passages. */
  selectUnder: (heading: string) => void;
  selectAll: () => void;
  /** Jumps to the next passage that some players can or cannot see, and wraps around at the end. */
  goToNext: (way: 'seen' | 'hidden') => void;
  /** Selects all read-aloud boxes. */
  selectReadAloud: () => void;
}

/** Selection commands for the open text, unloaded passages included. A new command cancels the previous one. */
export function useSelecting(
  selection: PassageSelection,
  reader: RefObject<ReaderParts | undefined>,
  document: { is_spoilers: boolean },
): Selecting {
  const { toast, announce } = useShell();
  const last = useRef<AbortController>(null);
  const { is_spoilers } = document;
  return useMemo(() => {
    const isSeen = (one: Passage) => audienceOfPassage(one, { is_spoilers }).kind !== 'gm';
    const isHidden = (one: Passage) => audienceOfPassage(one, { is_spoilers }).kind !== 'party';
    const run = async (work: (store: PassageStore, signal: AbortSignal) => Promise<void>) => {
      const { store } = reader.current ?? {};
      if (!store) return;
      last.current?.abort();
      const { signal } = (last.current = new AbortController());
      try {
        await work(store, signal);
      } catch (error) {
        if (!signal.aborted) toast({ message: whyNot(error), tone: 'error' });
      }
    };
    const add = (passages: readonly Passage[], at: number) => {
      selection.add(passages, at);
      announce(`${selection.current().passages.size} selected.`);
    };
    const extendTo = (at: number) =>
      void run(async (store, signal) => {
        const { anchor } = selection;
        if (!anchor) return;
        const from = await store.placeOf(anchor.id, signal);
        const stretch = await store.stretch(Math.min(from, at), Math.max(from, at), signal);
        if (!signal.aborted) selection.extend(stretch);
      });
    return {
      select(passage, at, extend) {
        if (extend && selection.anchor) extendTo(at);
        else selection.toggle(passage, at);
      },
      extendTo,
      selectUnder: (id) =>
        void run(async (store, signal) => {
          const { headings = [], total = 0 } = reader.current ?? {};
          const heading = headings.find((one) => one.id === id);
          if (!heading) throw new TextChanged();
          const [first, end] = underHeading(headings, heading, total);
          if (end - first + 1 > AUDIENCE_LIMITS.passages) throw new TooManySelected();
          const stretch = await store.stretch(first, end, signal);
          if (!signal.aborted) add(stretch, first);
        }),
      selectAll: () =>
        void run(async (store, signal) => {
          const total = reader.current?.total ?? 0;
          if (total > AUDIENCE_LIMITS.passages) {
            selection.all();
            announce('All of the text is selected.');
            return;
          }
          const stretch = await store.stretch(0, total - 1, signal);
          if (!signal.aborted) add(stretch, 0);
        }),
      goToNext: (way) =>
        void run(async (store, signal) => {
          const { total = 0, at = 0, column } = reader.current ?? {};
          const wanted = way === 'seen' ? isSeen : isHidden;
          const place =
            (await firstOf(store, at + 1, total, wanted, signal)) ??
            (await firstOf(store, 0, at + 1, wanted, signal));
          if (signal.aborted) return;
          if (place === undefined)
            toast({
              message: way === 'seen' ? 'Players see none of this text.' : 'None of it is hidden.',
            });
          else column?.current?.goTo(place, { focus: true });
        }),
      selectReadAloud: () =>
        void run(async (store, signal) => {
          announce('Looking for the boxes to read aloud…');
          const boxes = (await store.all(signal)).filter(isReadAloud);
          if (signal.aborted) return;
          if (boxes.length === 0) toast({ message: 'There is no box to read aloud in this text.' });
          else add(boxes, 0);
        }),
    };
  }, [selection, reader, is_spoilers, toast, announce]);
}

/** Passages per step of the search. */
const STEP = 500;

/** Index of the first passage in a range, end excluded, that matches the predicate. */
async function firstOf(
  store: PassageStore,
  from: number,
  end: number,
  isMeant: (passage: Passage) => boolean,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (let first = from; first < end; first += STEP) {
    const some = await store.stretch(first, Math.min(first + STEP, end) - 1, signal);
    const index = some.findIndex(isMeant);
    if (index >= 0) return first + index;
  }
  return undefined;
}

const isReadAloud = ({ kind, content }: Passage): boolean =>
  kind === 'callout' && content.label === 'read_aloud';

function whyNot(error: unknown): string {
  if (error instanceof TooManySelected)
    return `At most ${AUDIENCE_LIMITS.passages.toLocaleString('en')} passages can be selected at once. Choose fewer, or all of the text with Ctrl A.`;
  if (error instanceof TextChanged) return 'The text changed meanwhile. Select again.';
  if (error instanceof ApiError && error.status === 404)
    return 'The first passage of the selection no longer exists. Select again.';
  return detailOrText(error, 'Unable to select these passages. Try again in a moment.').message;
}
