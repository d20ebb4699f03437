import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing } from '@tomekeeper/ui/icon';
import { titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { kindOf, mayHaveThumbnail } from '../document-list/document-kind';
import { createThumbnails, type Thumbnails } from './thumbnails';
import styles from './thumbnail.module.css';

const ThumbnailsContext = createContext<Thumbnails | undefined>(undefined);

/** Batches the thumbnail requests of all documents inside. */
export function ThumbnailsOf({
  campaignId,
  children,
}: {
  campaignId: string;
  children: ReactNode;
}) {
  const api = useDocumentsApi();
  const thumbnails = useMemo(
    () => createThumbnails((ids) => api.thumbnails(campaignId, ids)),
    [api, campaignId],
  );
  useEffect(() => () => thumbnails.dispose(), [thumbnails]);
  return <ThumbnailsContext value={thumbnails}>{children}</ThumbnailsContext>;
}

/** Distance below the viewport at which thumbnails load. */
const AHEAD = '300px';

interface ThumbnailProps {
  document: Document;
  /** Fills a card. */
  isLarge?: boolean;
}

/** Thumbnail of a document, with its initial on a card or the icon of its kind as fallback. */
export function Thumbnail({ document, isLarge = false }: ThumbnailProps) {
  const thumbnails = useContext(ThumbnailsContext);
  const place = useRef<HTMLSpanElement>(null);
  const [since] = useState(() => Date.now());
  const kind = kindOf(document);
  const isWanted = thumbnails !== undefined && mayHaveThumbnail(document);
  const url = useSyncExternalStore(thumbnails?.subscribe ?? noUpdates, () =>
    isWanted ? thumbnails.urlOf(document, since) : undefined,
  );
  const want = useEffectEvent(() => thumbnails?.want(document));
  const { s3_key } = document;
  useEffect(() => {
    if (!isWanted || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Loads once: a rendered image stays after its URL expires.
        observer.disconnect();
        want();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isWanted, thumbnails, s3_key]);

  return (
    <span
      ref={place}
      className={classNames(styles.place, isLarge && styles.large)}
      role="img"
      aria-label={kind.words}
      title={kind.words}
    >
      {url ? (
        <img
          className={styles.picture}
          src={url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => thumbnails?.lost(document)}
        />
      ) : isLarge ? (
        <span className={styles.initial} aria-hidden="true">
          {initialOf(document)}
        </span>
      ) : (
        <Drawing shape={kind.shape} size={20} />
      )}
    </span>
  );
}

/** First letter or digit of the title, by grapheme. */
function initialOf(document: Document): string {
  const title = titleOf(document);
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0] ?? Array.from(title)[0] ?? '';
  return letter.toLocaleUpperCase();
}

const noUpdates = () => () => undefined;
