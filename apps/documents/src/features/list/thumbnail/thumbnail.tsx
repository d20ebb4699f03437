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
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing } from '@tomekeeper/ui/icon';
import { titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { createPassagesApi } from '../../documents-api/passages-api';
import { useLoadedDocuments } from '../../documents-api/use-document-pages';
import { kindOf, mayHaveThumbnail } from '../document-list/document-kind';
import { createThumbnails, type Pictured, type Thumbnails } from './thumbnails';
import styles from './thumbnail.module.css';

interface Provided {
  thumbnails: Thumbnails;
  /** The picture of a portrait, which responses name only to viewers who see it. */
  pictureOf: (id: string) => Pictured | undefined;
}

const ThumbnailsContext = createContext<Provided | undefined>(undefined);

/** Batches the thumbnail requests of all documents inside. */
export function ThumbnailsOf({
  campaignId,
  children,
}: {
  campaignId: string;
  children: ReactNode;
}) {
  const api = useDocumentsApi();
  const { http } = useShell();
  const viewAs = useViewAs();
  const documents = useLoadedDocuments(campaignId);
  const thumbnails = useMemo(
    () =>
      createThumbnails(
        (ids) => api.thumbnails(campaignId, ids),
        (document, ids) => createPassagesApi(http, undefined, document, viewAs).images(ids),
      ),
    [api, http, viewAs, campaignId],
  );
  useEffect(() => () => thumbnails.dispose(), [thumbnails]);
  const provided = useMemo(() => {
    const byId = new Map(documents?.map((document) => [document.id, document]));
    return {
      thumbnails,
      pictureOf: (id: string): Pictured | undefined => {
        const found = byId.get(id);
        if (!found) return { id, s3_key: '' };
        return mayHaveThumbnail(found) ? found : undefined;
      },
    };
  }, [thumbnails, documents]);
  return <ThumbnailsContext value={provided}>{children}</ThumbnailsContext>;
}

/** Distance below the viewport at which thumbnails load. */
const AHEAD = '300px';

interface ThumbnailProps {
  document: Document;
  /** Fills a card. */
  isLarge?: boolean;
  /** Shows the picture of the document itself, regardless of its portrait. */
  isOwnPicture?: boolean;
}

/** Portrait or thumbnail of a document, with its initial on a card or the icon of its kind as fallback. */
export function Thumbnail({ document, isLarge = false, isOwnPicture = false }: ThumbnailProps) {
  const { thumbnails, pictureOf } = useContext(ThumbnailsContext) ?? {};
  const place = useRef<HTMLSpanElement>(null);
  const [since] = useState(() => Date.now());
  const kind = kindOf(document);
  const picture = shownPicture(document, isOwnPicture ? undefined : pictureOf);
  const isWanted = thumbnails !== undefined && picture !== undefined;
  const url = useSyncExternalStore(thumbnails?.subscribe ?? noUpdates, () =>
    isWanted ? thumbnails.urlOf(picture, since) : undefined,
  );
  const want = useEffectEvent(() => picture && thumbnails?.want(picture));
  const { id, s3_key } = picture ?? document;
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
  }, [isWanted, thumbnails, id, s3_key]);

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
          onError={() => picture && thumbnails?.lost(picture)}
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

/** The portrait, or the document itself if it is a picture. */
function shownPicture(
  document: Document,
  pictureOf: Provided['pictureOf'] | undefined,
): Pictured | undefined {
  const { portrait } = document;
  if (pictureOf && portrait?.image !== undefined)
    return { id: portrait.image, s3_key: '', imageOf: document.id };
  const chosen = portrait?.document === undefined ? undefined : pictureOf?.(portrait.document);
  return chosen ?? (mayHaveThumbnail(document) ? document : undefined);
}

/** First letter or digit of the title, by grapheme. */
function initialOf(document: Document): string {
  const title = titleOf(document);
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0] ?? Array.from(title)[0] ?? '';
  return letter.toLocaleUpperCase();
}

const noUpdates = () => () => undefined;
