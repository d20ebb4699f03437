import { useEffect, useRef, type RefObject } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useNews } from '../../documents-api/news/use-news';
import { useListChanges } from '../../documents-api/use-document-list';
import { NEWEST, useDocumentPages, useFacets } from '../../documents-api/use-document-pages';
import type { Layout } from '../library/layout';
import { useSecretPartsMessage } from '../../uploads/upload/secret-parts';
import { DocumentList } from '../document-list/document-list';
import styles from '../document-list/document-list.module.css';

interface DocumentsProps {
  campaignId: string;
  role: Role;
  seen: boolean;
  filter: string;
  onFilter: (filter: string) => void;
  /** Layout of the library; undefined in the campaign panel. */
  layout?: Layout;
}

/** Documents of a campaign that are visible to the user. Loads them once `seen` is true. */
export function Documents({ campaignId, role, seen, ...list }: DocumentsProps) {
  const pages = useDocumentPages(campaignId, NEWEST, seen);
  const { documents, error, refetch, hasNextPage } = pages;
  const facets = useFacets(campaignId, seen && hasNextPage);
  useAnewWith(role !== 'player', useListChanges(campaignId).startAnew);
  useSecretPartsMessage(documents);
  const place = useFocusKept(documents?.length);

  const { isSettled } = useNews(campaignId);
  if (documents && isSettled && (facets || !hasNextPage)) {
    return (
      <div ref={place} tabIndex={-1} className={styles.place}>
        <DocumentList
          {...{ campaignId, documents, pages, role }}
          {...list}
          {...(hasNextPage && { facets })}
        />
      </div>
    );
  }
  if (error) {
    return (
      <LoadFailure
        {...detailOrText(error, 'Unable to load documents.')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Skeleton label="Loading documents…" shape="rows" />;
}

/** Clears the list when the GM role changes, because permissions differ. */
function useAnewWith(isGm: boolean, startAnew: () => Promise<void>): void {
  const before = useRef(isGm);
  useEffect(() => {
    if (before.current === isGm) return;
    before.current = isGm;
    void startAnew();
  });
}

/**
 * Keeps the focus near the list when a pressed button is removed together with its row.
 * @returns the ref for the element around the rows
 */
function useFocusKept(rows: number | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  useEffect(() => {
    const fewer = rows !== undefined && before.current !== undefined && rows < before.current;
    before.current = rows;
    if (fewer && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [rows]);
  return place;
}
