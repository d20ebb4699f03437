import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Cluster } from '@tomekeeper/ui/stack';
import { writeQuery } from '../../address-query';
import { SeenAs, WithViewAs } from '../../seen-as';
import { useCampaign, type Role } from '../../use-campaign';
import { useViewAs } from '../../view-as';
import { WayBack } from '../../way-back';
import { Documents } from '../campaign-panel/documents';
import { LedgerLink } from '../ledger/ledger-link';
import { NewNote } from '../new-note/new-note';
import { ManyFiles } from '../many-files/many-files';
import { useFileDrops } from '../many-files/use-file-drops';
import { TrashButton } from '../trash/trash-button';
import { ViewAsPlayers } from './view-as-players';
import { LayoutSwitch, useLayout } from './layout';
import styles from './library.module.css';

/** `/campaigns/{id}/library`: all documents of a campaign that this person may see; with `?as=`, as a player sees them. */
export function LibraryPage() {
  // A file that is let go beside every field would open in a tab, for players too.
  useFileDrops();
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      {/* What an address asks for is read once: another address is another library. */}
      <Library key={key} />
    </WithViewAs>
  );
}

const SEARCH = 'q';

function Library() {
  const { routing } = useShell();
  const { id: campaignId = '' } = routing.useParams();
  const { search } = routing.useLocation();
  const { data: campaign, error, refetch } = useCampaign(campaignId);
  const viewAs = useViewAs();
  const [filter, setFilter] = useState(() => new URLSearchParams(search).get(SEARCH) ?? '');
  const [layout, setLayout] = useLayout();
  const isUnknown = error instanceof ApiError && error.status === 404;
  const title = isUnknown ? 'This library is not here.' : 'Library';
  routing.useTitle(campaign && !isUnknown ? `${title} · ${campaign.title}` : title);
  const role: Role = viewAs === undefined ? (campaign?.role ?? 'player') : 'player';
  const isGm = role !== 'player';

  return (
    <div className={styles.library}>
      <header className={styles.header}>
        <div>
          <WayBack campaignId={campaignId} />
          <h1 className={styles.title}>{title}</h1>
        </div>
        {campaign && !isUnknown && (
          <div className={styles.tools}>
            {isGm && <NewNote campaignId={campaignId} />}
            <LayoutSwitch layout={layout} onLayout={setLayout} />
          </div>
        )}
      </header>
      <SeenAs campaignId={campaignId} />
      {isUnknown ? (
        <EmptyState title="There is no such campaign for you.">
          It may have been deleted, or you are no longer in it. Your campaigns stand under “My
          Campaigns”.
        </EmptyState>
      ) : campaign ? (
        <>
          {isGm && <ManyFiles campaignId={campaignId} />}
          <Documents
            {...{ campaignId, role, filter }}
            seen
            layout={layout}
            onFilter={(next) => {
              setFilter(next);
              writeQuery({ [SEARCH]: next.trim() });
            }}
          />
          {isGm && (
            <Cluster>
              <LedgerLink campaignId={campaignId} />
              <ViewAsPlayers campaignId={campaignId} />
              <TrashButton campaignId={campaignId} />
            </Cluster>
          )}
        </>
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Unable to load the library.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading the library…" shape="rows" />
      )}
    </div>
  );
}
