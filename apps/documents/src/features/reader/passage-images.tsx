import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { PassagesApi } from './passages-api';

/** Pictures that come to the screen together are asked for together. */
const GATHER_MS = 30;
const MOST_IDS = 50;

type Ask = (id: string) => Promise<string | undefined>;

const ImagesContext = createContext<Ask>(() => Promise.resolve(undefined));

/** Gives passages the addresses of their pictures, many in one call. */
export function ImagesOf({ api, children }: { api: PassagesApi; children: ReactNode }) {
  const ask = useMemo(() => gathered(api), [api]);
  return <ImagesContext value={ask}>{children}</ImagesContext>;
}

function gathered(api: PassagesApi): Ask {
  let waiting = new Map<string, ((url: string | undefined) => void)[]>();
  const load = async () => {
    const asked = waiting;
    waiting = new Map();
    const ids = [...asked.keys()];
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const some = ids.slice(at, at + MOST_IDS);
      // Without an answer its room stays empty, and its words are there.
      const answer = await api.images(some).catch(() => []);
      const urls = new Map(answer.map(({ id, url }) => [id, url]));
      for (const id of some) asked.get(id)?.forEach((give) => give(urls.get(id)));
    }
  };
  return (id) =>
    new Promise((give) => {
      if (waiting.size === 0) setTimeout(() => void load(), GATHER_MS);
      waiting.set(id, [...(waiting.get(id) ?? []), give]);
    });
}

/** An address of a picture, and the function that says that it has ended. */
export function useImage(id: string | undefined): {
  url: string | undefined;
  lost: () => void;
  failed: boolean;
} {
  const ask = useContext(ImagesContext);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ url: string | undefined }>();
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    if (id !== undefined)
      void ask(id).then((url) => {
        if (!gone.current) setFound({ url });
      });
    return () => {
      gone.current = true;
    };
  }, [ask, id, attempt]);
  return {
    url: found?.url,
    // Addresses live for a minute; a second refusal has another reason.
    lost: () => (attempt === 0 ? setAttempt(1) : setFound({ url: undefined })),
    failed: id === undefined || (found !== undefined && found.url === undefined),
  };
}
