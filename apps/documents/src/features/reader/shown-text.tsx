import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useDocumentsApi, type Document, type Shown } from '../documents-api/documents-api';
import { ImagesOf } from './passages/passage-images';
import { isNoPassage } from './column/passage-store';
import { PassageContent, runs } from './passages/passage-view';
import styles from './passages/passage.module.css';
import { createPassagesApi, type Passage, type PassagesApi } from '../documents-api/passages-api';

/** Maximum passages when a whole text is shown; the document page has the rest. */
const FIRST = 100;
/** Passages loaded around each shown passage. */
const WINDOW = 200;
/** Maximum shown passages, above the limit of a show. */
const MOST_SHOWN = 200;

interface ShownTextProps {
  show: string;
  document: Document;
  /** Ids of the shown passages; undefined for the whole text. */
  passages: readonly string[] | undefined;
}

/** Text shown by a GM, in large type to be read from a distance. */
export function ShownText({ show, document, passages }: ShownTextProps) {
  const { http } = useShell();
  const api = useMemo(() => createPassagesApi(http, undefined, document.id), [http, document.id]);
  const queryKey = ['shown text', show, document.id];
  // Passages hidden meanwhile must disappear from this screen.
  useRefetchOnHints(['documents', 'members', 'campaigns'], document.campaign, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      passages
        ? bring(api, passages.slice(0, MOST_SHOWN), signal)
        : api.passages({ from: 0 }, FIRST, signal).then((answer) => answer.passages),
    gcTime: 0,
  });
  if (error)
    return (
      <LoadFailure
        {...detailOrText(error, 'Unable to load the text.')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton label="Loading the text…" count={3} />;
  if (data.length === 0) return <p className={styles.shownNothing}>This is no longer shown.</p>;
  return (
    <ImagesOf api={api} campaign={document.campaign}>
      <ShownPassages passages={data} />
    </ImagesOf>
  );
}

interface ShownForNowProps {
  campaign: string;
  content: NonNullable<Shown['not_kept']>;
}

/** Renders a temporary show from its own response: recipients have no permission to read the document. */
export function ShownForNow({ campaign, content }: ShownForNowProps) {
  const documents = useDocumentsApi();
  const { picture, passages } = content;
  const [fresh, setFresh] = useState<string>();
  const images = useMemo(
    () =>
      addressesOf(content.images, async () => (await documents.shown())?.not_kept?.images ?? []),
    [documents, content.images],
  );
  if (picture)
    return (
      <img
        className={styles.shownPicture}
        src={fresh ?? picture.url}
        alt="Picture that your game master shows you"
        width={picture.width}
        height={picture.height}
        referrerPolicy="no-referrer"
        onError={() => {
          // URLs expire after a minute.
          if (fresh !== undefined) return;
          void documents.shown().then((now) => setFresh(now?.not_kept?.picture?.url));
        }}
      />
    );
  return (
    <ImagesOf api={images} campaign={campaign}>
      <ShownPassages passages={passages} />
    </ImagesOf>
  );
}

type Addresses = readonly { id: string; url: string }[];

/** Returns the first URLs once, then requests fresh ones. */
function addressesOf(first: Addresses, ask: () => Promise<Addresses>) {
  let known: Addresses | undefined = first;
  return {
    async images() {
      const given = known;
      known = undefined;
      return [...(given ?? (await ask()))];
    },
  };
}

function ShownPassages({ passages: data }: { passages: readonly Passage[] }) {
  return (
    <div className={styles.shownText}>
      {runs(data, ({ kind }) => kind === 'list_item').map(({ isList, items }, index) =>
        isList ? (
          <ul key={index} role="list" className={styles.list}>
            {items.map((passage) => (
              <li key={passage.id} aria-level={passage.depth + 1} className={styles.shownPassage}>
                <PassageContent passage={passage} />
              </li>
            ))}
          </ul>
        ) : (
          items.map((passage) => (
            <div key={passage.id} className={styles.shownPassage}>
              <PassageContent passage={passage} />
            </div>
          ))
        ),
      )}
    </div>
  );
}

/** Loads passages in reading order; skips passages that do not exist for the viewer. */
async function bring(
  api: PassagesApi,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Passage[]> {
  const wanted = new Set(ids);
  const found = new Map<number, Passage>();
  for (const around of ids) {
    if (!wanted.has(around)) continue;
    wanted.delete(around);
    try {
      const { passages, at } = await api.passages({ around }, WINDOW, signal);
      passages.forEach((passage, index) => {
        if (passage.id !== around && !wanted.has(passage.id)) return;
        wanted.delete(passage.id);
        found.set(at + index, passage);
      });
    } catch (error) {
      if (!isNoPassage(error)) throw error;
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([, passage]) => passage);
}
