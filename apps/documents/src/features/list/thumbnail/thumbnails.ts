import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { Document, DocumentsApi } from '../../documents-api/documents-api';

/** Batches requests for rows that appear together. */
const GATHER_MS = 60;
/** Slightly shorter than the lifetime of a URL. */
const GOOD_MS = 50_000;
/** Retry delays while a thumbnail is being created; afterwards it counts as missing. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** Cached result; without a URL there is no thumbnail yet. */
interface Known {
  /** Storage key of the file. */
  s3_key: string;
  url: string | undefined;
  askedAt: number;
  /** Number of retries while the thumbnail is being created. */
  waits: number;
}

export interface Thumbnails {
  /** @param since time when the component mounted; a URL that expired later is still usable in its image */
  urlOf: (document: Document, since: number) => string | undefined;
  /** Call when the row becomes visible. */
  want: (document: Document) => void;
  /** Call when the image fails to load. */
  lost: (document: Document) => void;
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
}

/** Thumbnails of one campaign, loaded on demand in batched requests. */
export function createThumbnails(
  ask: (ids: readonly string[]) => ReturnType<DocumentsApi['thumbnails']>,
): Thumbnails {
  const known = new Map<string, Known>();
  const wanted = new Map<string, Document>();
  const listeners = new Set<() => void>();
  const timers = new Set<number>();
  let gathering: number | undefined;

  const later = (work: () => void, ms: number): number => {
    const timer = window.setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
    return timer;
  };
  const add = (document: Document): void => {
    wanted.set(document.id, document);
    gathering ??= later(() => {
      gathering = undefined;
      const all = [...wanted.values()];
      wanted.clear();
      for (let at = 0; at < all.length; at += DOCUMENT_LIMITS.thumbnails)
        void load(all.slice(at, at + DOCUMENT_LIMITS.thumbnails));
    }, GATHER_MS);
  };
  const load = async (documents: readonly Document[]): Promise<void> => {
    const askedAt = Date.now();
    // If the request fails, the icon remains, because thumbnails are optional.
    const answer = await ask(documents.map(({ id }) => id)).catch(() => []);
    const found = new Map(answer.map((one) => [one.id, one]));
    for (const document of documents) {
      const { id, s3_key } = document;
      const { state, url } = found.get(id) ?? {};
      const waits = known.get(id)?.s3_key === s3_key ? (known.get(id)?.waits ?? 0) : 0;
      known.set(id, { s3_key, url, askedAt, waits: state === 'waiting' ? waits + 1 : waits });
      const pause = state === 'waiting' ? PAUSES_MS[waits] : undefined;
      if (pause !== undefined) later(() => add(document), pause);
    }
    listeners.forEach((listener) => listener());
  };

  return {
    urlOf({ id, s3_key }, since) {
      const one = known.get(id);
      return one?.s3_key === s3_key && since - one.askedAt < GOOD_MS ? one.url : undefined;
    },
    want(document) {
      const one = known.get(document.id);
      const isOld = one?.url !== undefined && Date.now() - one.askedAt > GOOD_MS;
      if (!one || one.s3_key !== document.s3_key || isOld) add(document);
    },
    lost({ id, s3_key }) {
      const one = known.get(id);
      if (one?.s3_key !== s3_key) return;
      known.set(id, { ...one, url: undefined });
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
