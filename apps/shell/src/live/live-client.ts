import type { Hint } from '@tomekeeper/remote-kit';
import { HintStream, type NumberedHint, type StreamOptions } from './stream';

const NAME = 'tomekeeper-live';
/** The tab that has the stream says so every so often. */
const HERE_EVERY_MS = 10_000;
/** A visible tab that has not heard it for so long takes the stream over: browsers put hidden tabs to sleep. */
const AWAY_MS = 25_000;
/** The answer to a question between tabs. */
const ANSWER_MS = 2_000;
/** Hints are kept so long for tabs that are opened meanwhile. */
const KEPT_MS = 60_000;
/** A page has asked for nothing before it began, and clocks of two machines tick a little apart. */
const MARGIN_SECONDS = 2;

type Message =
  | { type: 'hint'; hint: NumberedHint }
  /** From the tab with the stream: it is there, this was the last hint, and those of a minute. */
  | { type: 'here'; n: number | undefined; since: number; kept: readonly KeptHint[] }
  /** Is there a tab with the stream? */
  | { type: 'who' };

interface KeptHint {
  at: number;
  hint: NumberedHint;
}

export interface LiveOptions extends Pick<StreamOptions, 'getIdToken' | 'fetch'> {
  give: (hint: Hint) => void;
}
export type OpenLive = (options: LiveOptions) => () => void;

/**
 * Opens the browser's one stream, or hears the tab that has it: tabs agree by a lock which of them it is. Where there
 * are no locks (pages without TLS), each tab has its own.
 * @returns the function that closes it
 */
export const openLive: OpenLive = ({ give, ...options }) => {
  const closed = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let last: number | undefined;
  let stream: HintStream | undefined;
  let release = () => {};
  let heardAt = Date.now();
  /** When this page began to ask for what it shows, and until it hears another tab. */
  const began = performance.timeOrigin;
  let isBehind = true;
  let kept: KeptHint[] = [];

  const forgetOld = () => (kept = kept.filter(({ at }) => at > Date.now() - KEPT_MS));
  const tell = (message: Message) => channel.postMessage(message);
  const here = () => {
    forgetOld();
    tell({ type: 'here', n: last, since: Math.max(began, Date.now() - KEPT_MS), kept });
  };
  const hear = (hint: NumberedHint) => {
    last = hint.n;
    forgetOld();
    kept.push({ at: Date.now(), hint });
    const { n: _, ...heard } = hint;
    give(heard);
  };

  /** Has the stream until it is closed, or another tab takes it. */
  const lead = () =>
    new Promise<void>((resolve) => {
      if (closed.signal.aborted) {
        resolve();
        return;
      }
      stream = new HintStream({
        ...options,
        last: () => last,
        within: () => Math.ceil((Date.now() - began) / 1000) + MARGIN_SECONDS,
        onPosition: (n) => (last ??= n),
        onHint: (hint) => {
          tell({ type: 'hint', hint });
          hear(hint);
        },
      });
      release = () => {
        stream?.stop();
        stream = undefined;
        resolve();
      };
      stream.start();
      here();
    });
  const ask = (mode: { signal: AbortSignal } | { steal: true }) => {
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) {
      void lead();
      return;
    }
    locks.request(NAME, mode, lead).catch(() => {
      // Closed, or taken by another tab: then it is heard from now on.
      release();
      heardAt = Date.now();
      if (!closed.signal.aborted) ask({ signal: closed.signal });
    });
  };
  const takeOver = () => {
    heardAt = Date.now();
    if (!stream && 'locks' in navigator && document.visibilityState === 'visible')
      ask({ steal: true });
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'who') {
      if (stream) here();
      return;
    }
    heardAt = Date.now();
    if (stream) return;
    if (data.type === 'hint') {
      hear(data.hint);
      return;
    }
    // What this page asked for before it heard that tab may be old by now.
    if (isBehind && data.n !== undefined) {
      isBehind = false;
      const missed = data.kept.filter(({ at }) => at >= began);
      if (data.since > began) give({ kind: 'everything', campaign: null, id: null });
      else for (const { hint } of missed) give(hint);
    }
    last = data.n ?? last;
  };

  const timer = setInterval(() => {
    if (stream) here();
    else if (Date.now() - heardAt > AWAY_MS) takeOver();
  }, HERE_EVERY_MS);
  const wake = (isOtherNetwork: boolean) => {
    if (stream) {
      stream.wake(isOtherNetwork);
      return;
    }
    const asked = Date.now();
    tell({ type: 'who' });
    setTimeout(() => {
      if (heardAt < asked && !closed.signal.aborted) takeOver();
    }, ANSWER_MS);
  };
  const { signal } = closed;
  window.addEventListener('online', () => wake(true), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') wake(false);
    },
    { signal },
  );

  ask({ signal });
  tell({ type: 'who' });
  return () => {
    closed.abort();
    clearInterval(timer);
    release();
    channel.close();
  };
};
