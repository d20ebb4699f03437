import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import {
  isNote,
  titleOf,
  useDocumentsApi,
  type Document,
  type Shown,
} from '../../documents-api/documents-api';
import { viewerPath } from '../../documents-api/viewer-path';
import { looksOtherwise } from '../file-kind';
import { loadReader } from '../load-reader';
import styles from './shown-dialog.module.css';
import type { ShownNow } from './shown-now';

/** The preview renderer is loaded when a show starts. */
const Stage = lazy(async () => ({ default: (await import('../viewer-page')).Stage }));

const ShownForNow = lazy(async () => ({
  default: (await loadReader()).ShownForNow,
}));

const ShownText = lazy(async () => ({ default: (await loadReader()).ShownText }));

/** Overlay with the current show, on top of any page. */
export function withShownNow(store: ShownNow) {
  return function ShownNowWidget() {
    const shown = useSyncExternalStore(store.subscribe, store.current);
    return shown ? <ShownDialog key={shown.id} shown={shown} onClose={store.close} /> : null;
  };
}

function ShownDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { document, not_kept: notKept } = shown;
  const { Link } = useShell().routing;
  const { data: campaign } = useCampaign(document.campaign);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={titleOf(document) || 'Shown to you'}
      description={
        (campaign ? `${campaign.title}: your` : 'Your') +
        ' game master shows you this now.' +
        (notKept ? ' You do not keep it.' : '')
      }
      actions={
        <>
          {!notKept && (
            <Link
              to={viewerPath(document, undefined)}
              className={buttonClass({ variant: 'quiet' })}
              onClick={onClose}
            >
              Open its page
            </Link>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.file}>
        <Suspense fallback={<Loading />}>
          {notKept ? (
            <ShownForNow campaign={document.campaign} content={notKept} />
          ) : shown.passages || isShownAsText(document) ? (
            <ShownText show={shown.id} document={document} passages={shown.passages} />
          ) : (
            <ShownFile show={shown.id} document={document} />
          )}
        </Suspense>
      </div>
    </Dialog>
  );
}

/** Same choice as on the document's page. */
const isShownAsText = (document: Document): boolean =>
  isNote(document) || (document.text_state === 'ready' && !looksOtherwise(document));

function ShownFile({ show, document }: { show: string; document: Document }) {
  const api = useDocumentsApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['shown file', show, document.id],
    queryFn: ({ signal }) => api.content(document.id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const renew = useCallback(async () => {
    const { data: fresh } = await refetch({ throwOnError: true });
    if (!fresh) throw new Error('No address came.');
    return fresh.url;
  }, [refetch]);
  if (data) return <Stage document={document} file={{ url: data.url, renew }} person={undefined} />;
  if (error)
    return <LoadFailure message="Unable to open document." onRetry={() => void refetch()} />;
  return <Loading />;
}

const Loading = () => <Skeleton label="Opening the document…" count={4} />;
