import { useEffect, useRef, type RefObject } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useDocumentList, useListChanges } from '../../documents-api/use-document-list';
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
  /** In a library, which is more than a panel's list. */
  layout?: Layout;
}

/** The documents of a campaign that this person may see, once they are wanted. */
export function Documents({ campaignId, role, seen, ...list }: DocumentsProps) {
  const { data: documents, error, refetch } = useDocumentList(campaignId, seen);
  useAnewWith(role !== 'player', useListChanges(campaignId).startAnew);
  useSecretPartsMessage(documents);
  const place = useFocusKept(documents?.length);

  if (documents) {
    return (
      <div ref={place} tabIndex={-1} className={styles.place}>
        <DocumentList {...{ campaignId, documents, role }} {...list} />
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

/** With being a GM, what one may see begins or ends. */
function useAnewWith(isGm: boolean, startAnew: () => Promise<void>): void {
  const before = useRef(isGm);
  useEffect(() => {
    if (before.current === isGm) return;
    before.current = isGm;
    void startAnew();
  });
}

/**
 * When a row goes, the pressed button goes with it and the focus would fall out of the page's order.
 * It stays where the rows are instead.
 * @returns the ref for the place around the rows
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
