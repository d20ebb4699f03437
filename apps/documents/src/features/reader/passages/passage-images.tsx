import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useHints } from '@tomekeeper/remote-kit';
import { CampaignOfText } from './party-mark';
import type { PassagesApi } from '../../documents-api/passages-api';

/** Batches requests for pictures that appear together. */
const GATHER_MS = 30;
const MOST_IDS = 50;
/** Delay before the only automatic retry. */
const RETRY_MS = 1_000;

interface Pictures {
  /** @returns the URL; undefined if the picture does not exist for the viewer. @throws if the request fails */
  addressOf: (id: string) => Promise<string | undefined>;
  /** Subscribes to events after which a retry may succeed. @returns the function that unsubscribes */
  onChance: (listener: () => void) => () => void;
  tellChance: () => void;
}

const PicturesContext = createContext<Pictures | undefined>(undefined);

interface ImagesOfProps {
  api: Pick<PassagesApi, 'images'>;
  campaign: string;
  children: ReactNode;
}

/** Provides passages with the URLs of their pictures, in batched requests. */
export function ImagesOf({ api, campaign, children }: ImagesOfProps) {
  const pictures = useMemo(() => gathered(api), [api]);
  useHints(['documents', 'members', 'campaigns'], campaign, pictures.tellChance);
  useEffect(() => {
    window.addEventListener('online', pictures.tellChance);
    return () => window.removeEventListener('online', pictures.tellChance);
  }, [pictures]);
  return (
    <CampaignOfText value={campaign}>
      <PicturesContext value={pictures}>{children}</PicturesContext>
    </CampaignOfText>
  );
}

interface Waiting {
  give: (url: string | undefined) => void;
  fail: (error: unknown) => void;
}

function gathered(api: Pick<PassagesApi, 'images'>): Pictures {
  const listeners = new Set<() => void>();
  let waiting = new Map<string, Waiting[]>();
  const load = async () => {
    const asked = waiting;
    waiting = new Map();
    const ids = [...asked.keys()];
    for (let begin = 0; begin < ids.length; begin += MOST_IDS) {
      const some = ids.slice(begin, begin + MOST_IDS);
      const those = (tell: (one: Waiting, id: string) => void) => {
        for (const id of some) asked.get(id)?.forEach((one) => tell(one, id));
      };
      try {
        const urls = new Map((await askedTwice(api, some)).map(({ id, url }) => [id, url]));
        those(({ give }, id) => give(urls.get(id)));
      } catch (error) {
        those(({ fail }) => fail(error));
      }
    }
  };
  return {
    addressOf: (id) =>
      new Promise((give, fail) => {
        if (waiting.size === 0) setTimeout(() => void load(), GATHER_MS);
        waiting.set(id, [...(waiting.get(id) ?? []), { give, fail }]);
      }),
    onChance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tellChance: () => listeners.forEach((listener) => listener()),
  };
}

async function askedTwice(api: Pick<PassagesApi, 'images'>, ids: readonly string[]) {
  try {
    return await api.images(ids);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return api.images(ids);
  }
}

type Found = 'absent' | 'failed' | { url: string };

export interface ShownImage {
  /** Undefined while loading and for a missing picture. */
  url: string | undefined;
  /** The picture does not exist, or not for the viewer. */
  isAbsent: boolean;
  /** The request or the download failed; the picture may exist. */
  isFailed: boolean;
  /** Call when the download fails. */
  lost: () => void;
  again: () => void;
}

/** Loads a picture by id. The id must not change during the life of the component. */
export function useImage(id: string | undefined): ShownImage {
  const pictures = useContext(PicturesContext);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<Found>();
  const isRefused = useRef(false);
  useEffect(() => {
    if (id === undefined || !pictures) return undefined;
    let isHere = true;
    const find = (next: Found) => isHere && setFound(next);
    pictures.addressOf(id).then(
      (url) => find(url === undefined ? 'absent' : { url }),
      () => find('failed'),
    );
    return () => {
      isHere = false;
    };
  }, [pictures, id, attempt]);
  const isFailed = found === 'failed';
  const again = useCallback(() => {
    setFound(undefined);
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => (isFailed ? pictures?.onChance(again) : undefined), [pictures, isFailed, again]);
  return {
    url: typeof found === 'object' ? found.url : undefined,
    isAbsent: id === undefined || found === 'absent',
    isFailed,
    // URLs expire after a minute, so one retry is enough; a second error has another cause.
    lost() {
      if (isRefused.current) setFound('failed');
      else again();
      isRefused.current = !isRefused.current;
    },
    again,
  };
}
