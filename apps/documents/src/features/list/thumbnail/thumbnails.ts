import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { DocumentsApi } from '../../documents-api/documents-api';
import type { PassagesApi } from '../../documents-api/passages-api';

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

/** A picture document, or an image of a document's text. */
export interface Pictured {
  id: string;
  s3_key: string;
  /** The document of an image. */
  imageOf?: string;
}

export interface Thumbnails {
  /** @param since time when the component mounted; a URL that expired later is still usable in its image */
  urlOf: (picture: Pictured, since: number) => string | undefined;
  /** Call when the row becomes visible. */
  want: (picture: Pictured) => void;
  /** Call when the image fails to load. */
  lost: (picture: Pictured) => void;
  subscribe: (listener: () => void) => () => void;
  dispose: () => void;
}

/** Thumbnails of one campaign, loaded on demand in batched requests. */
export function createThumbnails(
  ask: (ids: readonly string[]) => ReturnType<DocumentsApi['thumbnails']>,
  askForImages: (document: string, ids: readonly string[]) => ReturnType<PassagesApi['images']>,
): Thumbnails {
  const known = new Map<string, Known>();
  const wanted = new Map<string, Pictured>();
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
  const add = (picture: Pictured): void => {
    wanted.set(picture.id, picture);
    gathering ??= later(() => {
      gathering = undefined;
      const all = [...wanted.values()];
      wanted.clear();
      for (const document of new Set(all.map(({ imageOf }) => imageOf))) {
        const some = all.filter(({ imageOf }) => imageOf === document);
        for (let at = 0; at < some.length; at += DOCUMENT_LIMITS.thumbnails)
          void load(some.slice(at, at + DOCUMENT_LIMITS.thumbnails), document);
      }
    }, GATHER_MS);
  };
  const load = async (pictures: readonly Pictured[], imagesOf?: string): Promise<void> => {
    const askedAt = Date.now();
    const ids = pictures.map(({ id }) => id);
    // If the request fails, the icon remains, because thumbnails are optional.
    const answer = await (
      imagesOf === undefined
        ? ask(ids)
        : askForImages(imagesOf, ids).then((all) => all.map((one) => ({ ...one, state: 'ready' })))
    ).catch(() => []);
    const found = new Map(answer.map((one) => [one.id, one]));
    for (const picture of pictures) {
      const { id, s3_key } = picture;
      const { state, url } = found.get(id) ?? {};
      const waits = known.get(id)?.s3_key === s3_key ? (known.get(id)?.waits ?? 0) : 0;
      known.set(id, { s3_key, url, askedAt, waits: state === 'waiting' ? waits + 1 : waits });
      const pause = state === 'waiting' ? PAUSES_MS[waits] : undefined;
      if (pause !== undefined) later(() => add(picture), pause);
    }
    listeners.forEach((listener) => listener());
  };

  return {
    urlOf({ id, s3_key }, since) {
      const one = known.get(id);
      return one?.s3_key === s3_key && since - one.askedAt < GOOD_MS ? one.url : undefined;
    },
    want(picture) {
      const one = known.get(picture.id);
      const isOld = one?.url !== undefined && Date.now() - one.askedAt > GOOD_MS;
      if (!one || one.s3_key !== picture.s3_key || isOld) add(picture);
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
