import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { importPath } from '../../documents-api/viewer-path';
import type { Import } from './imports-api';
import { CancelDialog } from './outcome/cancel-dialog';
import { Done, Ended } from './outcome/ended';
import { Running } from './outcome/running';
import { Review } from './review/review';
import { isRunning, useImport, useRefetchImport } from './use-import';

interface OpenedImportProps {
  campaignId: string;
  id: string;
}

/** One import, from its extraction to its result. */
export function OpenedImport({ campaignId, id }: OpenedImportProps) {
  const { Link } = useShell().routing;
  const { data, error, refetch } = useImport(id);
  const isUnknown = error instanceof ApiError && error.status === 404;

  if (isUnknown || (data && data.campaign !== campaignId))
    return (
      <EmptyState
        title="The import is not here any more."
        action={
          <Link className={buttonClass({ variant: 'secondary' })} to={importPath(campaignId)}>
            Choose another file
          </Link>
        }
      >
        A review is deleted after 24 hours. Upload the files again to continue.
      </EmptyState>
    );
  if (data) return <InState opened={data} />;
  return error ? (
    <LoadFailure
      {...detailOrText(error, 'Unable to load the import.')}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton label="Loading the import…" shape="rows" />
  );
}

function InState({ opened }: { opened: Import }) {
  const { id, campaign, state, review } = opened;
  const [isCanceling, setIsCanceling] = useState(false);
  const refetch = useRefetchImport(campaign, id);
  const cancel = () => setIsCanceling(true);
  return (
    <>
      {state === 'review' && review ? (
        <Review {...{ opened, review }} onCommitted={refetch} onCancel={cancel} />
      ) : state === 'undoing' ? (
        // The dialog about changed documents stays open.
        <Done opened={opened} />
      ) : isRunning(state) ? (
        <Running opened={opened} onCancel={state === 'saving' ? undefined : cancel} />
      ) : state === 'done' ? (
        <Done opened={opened} />
      ) : (
        <Ended opened={opened} />
      )}
      {isCanceling && (
        <CancelDialog id={id} onClose={() => setIsCanceling(false)} onCanceled={refetch} />
      )}
    </>
  );
}
