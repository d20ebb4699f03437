import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useKept, type WidgetProps } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import type { Document } from '../../documents-api';
import { DocumentList, type Role } from './document-list';
import { ManyFiles } from '../many-files/many-files';
import { useFileDrops } from '../many-files/use-file-drops';
import { TrashButton } from '../trash/trash-button';
import { useTrashActs } from '../trash/use-trash-acts';
import { UploadDialog } from '../upload/upload-dialog';
import { useDocumentList, useListChanges } from '../../use-document-list';
import { ViewAsProvider } from '../../view-as';

/** So much of the panel must be on the screen before it asks for its documents. */
const VISIBLE_SHARE = 0.1;
/** What is above the screen counts as seen: whoever returns to a place further down has passed it. */
const SEEN_ABOVE = '1000000px 0px 0px';

const LEDES: Record<Role, string | undefined> = {
  owner: 'Spoilers are for your eyes only; Public is for your players.',
  co_gm: 'Spoilers are for game masters only; Public is for the players.',
  player: undefined,
};

/**
 * The documents of a campaign: all of them for its GMs, those without spoilers for its players. 'Upload Document' and 'Delete'
 * are the owner's; a co-GM brings files by choosing or dropping them, and moves documents to the trash.
 */
export function CampaignPanel({ campaignId, ...who }: WidgetProps['documents.campaign-panel']) {
  const isOwner = who.isOwner;
  const isGm = isOwner || who.role === 'co_gm';
  const role = isOwner ? 'owner' : isGm ? 'co_gm' : 'player';
  const [seen, panel] = useSeenOnce(VISIBLE_SHARE);
  const [uploading, setUploading] = useState(false);
  const [filter, setFilter] = useKept('document filter');
  const list = useListChanges(campaignId);
  useAnewWith(isGm, list.startAnew);
  // A file that is let go beside every field would open in a tab, for players too.
  useFileDrops();
  const trash = useTrashActs(campaignId);

  const uploaded = async (document: Document) => {
    await list.putFirst(document);
    // The new one is to be seen, whatever was being looked for.
    setFilter('');
    setUploading(false);
    trash.tellUploaded(document);
  };

  return (
    <Section
      ref={panel}
      title="Documents"
      lede={LEDES[role]}
      actions={
        isOwner && (
          <Button
            variant="secondary"
            size="small"
            icon={<Icon name="upload" />}
            onClick={() => setUploading(true)}
          >
            Upload Document
          </Button>
        )
      }
    >
      {isGm && <ManyFiles campaignId={campaignId} />}
      <Documents {...{ campaignId, role, seen, filter }} onFilter={setFilter} />
      {isGm && seen && <TrashButton campaignId={campaignId} />}
      {isOwner && uploading && (
        <UploadDialog
          campaignId={campaignId}
          onClose={() => setUploading(false)}
          onUploaded={uploaded}
        />
      )}
    </Section>
  );
}

/** The documents of a campaign as a player sees them, for its GMs: nothing in it changes anything. */
export function ViewAsPanel({ campaignId, viewAs }: WidgetProps['documents.view-as-panel']) {
  const [filter, setFilter] = useState('');
  useFileDrops();
  return (
    <ViewAsProvider value={viewAs}>
      <Section title="Documents">
        <Documents {...{ campaignId, filter }} role="player" seen onFilter={setFilter} />
      </Section>
    </ViewAsProvider>
  );
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

interface DocumentsProps {
  campaignId: string;
  role: Role;
  seen: boolean;
  filter: string;
  onFilter: (filter: string) => void;
}

function Documents({ campaignId, role, seen, filter, onFilter }: DocumentsProps) {
  const { data: documents, error, refetch } = useDocumentList(campaignId, seen);
  const place = useFocusKept(documents?.length);

  if (documents) {
    return (
      <div ref={place} tabIndex={-1}>
        <DocumentList {...{ campaignId, documents, role, filter, onFilter }} />
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

/**
 * Whether this share of an element has ever been on the screen, or above it.
 * @returns the answer, and the ref for the element
 */
function useSeenOnce(share: number): [boolean, (element: Element | null) => void] {
  const [seen, setSeen] = useState(false);
  const watch = useCallback(
    (element: Element | null) => {
      if (!element || seen) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
        },
        { threshold: share, rootMargin: SEEN_ABOVE },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [seen, share],
  );
  return [seen, watch];
}
