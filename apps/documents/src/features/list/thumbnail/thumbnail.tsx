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
import { useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { kindOf, mayHaveThumbnail } from '../document-list/document-kind';
import { createThumbnails, type Thumbnails } from './thumbnails';
import styles from './thumbnail.module.css';

const ThumbnailsContext = createContext<Thumbnails | undefined>(undefined);

/** Everything within shows documents of this campaign, and asks for their thumbnails together. */
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

/** How far below the screen a row is that asks for its thumbnail. */
const AHEAD = '300px';

interface ThumbnailProps {
  document: Document;
  /** Fills a card, whose size is its own. */
  isLarge?: boolean;
}

/** What a document is: a small picture of it where there is one, the drawing of its kind elsewhere, in the same place. */
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
        // Once: what is on the screen stays, though its address ends.
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
      ) : (
        <Drawing shape={kind.shape} size={isLarge ? 40 : 20} />
      )}
    </span>
  );
}

const noUpdates = () => () => undefined;
