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

/** Pictures that come to the screen together are asked for together. */
const GATHER_MS = 30;
const MOST_IDS = 50;
/** A call that failed is made once more by itself. */
const RETRY_MS = 1_000;

interface Pictures {
  /** @returns undefined for a picture that is not there for this person. @throws whatever the call throws */
  addressOf: (id: string) => Promise<string | undefined>;
  /** Calls back when a call that failed may well succeed. @returns the function that stops it */
  onChance: (listener: () => void) => () => void;
  tellChance: () => void;
}

const PicturesContext = createContext<Pictures | undefined>(undefined);

interface ImagesOfProps {
  api: Pick<PassagesApi, 'images'>;
  campaign: string;
  children: ReactNode;
}

/** Gives passages the addresses of their pictures, many in one call. */
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
  /** Undefined while it is asked for, and where there is none. */
  url: string | undefined;
  /** It is not there for this person, or it never was. */
  isAbsent: boolean;
  /** It may be there: nobody could say, or it did not load. */
  isFailed: boolean;
  /** To be called when nothing could be loaded from the address. */
  lost: () => void;
  again: () => void;
}

/** A picture of the text by its id; a part of the screen shows one id for as long as it is there. */
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
    // Addresses live for a minute; a second refusal has another reason.
    lost() {
      if (isRefused.current) setFound('failed');
      else again();
      isRefused.current = !isRefused.current;
    },
    again,
  };
}
