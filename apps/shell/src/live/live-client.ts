import type { Hint } from '@tomekeeper/remote-kit';
import { HintStream, type NumberedHint, type StreamOptions } from './stream';

const NAME = 'tomekeeper-live';
/** Heartbeat interval of the tab that owns the stream. */
const HERE_EVERY_MS = 10_000;
/** A visible tab takes the stream over after this silence: browsers suspend hidden tabs. */
const AWAY_MS = 25_000;
/** Timeout for a response from another tab. */
const ANSWER_MS = 2_000;
/** Retention of events for tabs opened meanwhile. */
const KEPT_MS = 60_000;
/** Safety margin for clock differences between browser and server; no page fetched data before its start. */
const MARGIN_SECONDS = 2;

type Message =
  | { type: 'hint'; hint: NumberedHint }
  /** Heartbeat of the tab that owns the stream: the last event number and the events of the last minute. */
  | { type: 'here'; n: number | undefined; since: number; kept: readonly KeptHint[] }
  /** Asks whether a tab owns the stream. */
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
 * Opens the browser's only stream, or listens to the tab that owns it; a Web Lock elects the owner. Without the lock API (pages
 * without TLS) each tab has its own stream.
 * @returns function that closes it
 */
export const openLive: OpenLive = ({ give, ...options }) => {
  const closed = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let last: number | undefined;
  let stream: HintStream | undefined;
  let release = () => {};
  let heardAt = Date.now();
  /** Start of this page, before its first request; relevant until it hears from another tab. */
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

  /** Owns the stream until closed or taken over by another tab. */
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
      // Closed or taken over: from now on this tab listens.
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
    // Data fetched before the first heartbeat may be outdated.
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
