import { useEffect, useState } from 'react';
import { useShell, useViewAs, writeQuery } from '@tomekeeper/remote-kit';
import type { CampaignFacts, Role } from '@tomekeeper/remote-kit/campaign';
import { Cluster } from '@tomekeeper/ui/stack';
import { CommentsSwitch } from '../../comments/comments-switch';
import { CampaignPage, PageOfAddress } from '../../documents-api/page/campaign-page';
import { WayBack } from '../../documents-api/page/way-back';
import { Documents } from '../campaign-panel/documents';
import { NewNote } from '../../editor/new-note/new-note';
import { BulkUpload } from '../../uploads/bulk-upload/bulk-upload';
import { TrashButton } from '../trash/trash-button';
import { FindLinks } from './find-links';
import { TransferLinks } from './transfer-links';
import { ViewAsPlayers } from './view-as-players';
import { LayoutSwitch, useLayout } from './layout';
import styles from './library.module.css';

/** `/campaigns/{id}/library`: all visible documents of a campaign; with `?as=`, as a player sees them. */
export function LibraryPage() {
  return <PageOfAddress Page={Library} />;
}

const SEARCH = 'q';
/** Query parameter of an action to start on load. */
const DO = 'do';

function Library() {
  const { routing } = useShell();
  const { id: campaignId = '' } = routing.useParams();
  const { search } = routing.useLocation();
  const viewAs = useViewAs();
  const [filter, setFilter] = useState(() => new URLSearchParams(search).get(SEARCH) ?? '');
  const [layout, setLayout] = useLayout();
  const [todo] = useState(() => new URLSearchParams(search).get(DO));
  // Removes the parameter, so that a reload does not repeat the action.
  useEffect(() => writeQuery({ [DO]: undefined }), []);
  const roleIn = (campaign: CampaignFacts): Role =>
    viewAs === undefined ? (campaign.role ?? 'player') : 'player';
  const isGm = (campaign: CampaignFacts) => roleIn(campaign) !== 'player';

  return (
    <CampaignPage
      name="library"
      className={styles.library}
      header={(title, campaign) => (
        <header className={styles.header}>
          <div>
            <WayBack campaignId={campaignId} />
            <h1 className={styles.title}>{title}</h1>
          </div>
          {campaign && (
            <div className={styles.tools}>
              {isGm(campaign) && <NewNote campaignId={campaignId} opens={todo === 'new-note'} />}
              <FindLinks campaignId={campaignId} />
              <LayoutSwitch layout={layout} onLayout={setLayout} />
              <TransferLinks campaignId={campaignId} isGm={isGm(campaign)} />
            </div>
          )}
        </header>
      )}
    >
      {(campaign) => (
        <>
          {isGm(campaign) && <BulkUpload campaignId={campaignId} takesFocus={todo === 'upload'} />}
          <Documents
            {...{ campaignId, filter }}
            role={roleIn(campaign)}
            seen
            layout={layout}
            onFilter={(next) => {
              setFilter(next);
              writeQuery({ [SEARCH]: next.trim() });
            }}
          />
          {isGm(campaign) && (
            <>
              <Cluster>
                <ViewAsPlayers campaignId={campaignId} />
                <TrashButton campaignId={campaignId} />
              </Cluster>
              <CommentsSwitch campaignId={campaignId} />
            </>
          )}
        </>
      )}
    </CampaignPage>
  );
}
