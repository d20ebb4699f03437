import { useState } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { WayBack } from '@tomekeeper/ui/way-back';
import { CampaignPage, PageOfAddress } from '../documents-api/page/campaign-page';
import { libraryPath, printedDocuments } from '../documents-api/viewer-path';
import { PrintForm } from './print-form';
import styles from './print.module.css';

/** `/campaigns/{id}/print`: prints documents; with `?as=`, as a player sees them. */
export function PrintPage() {
  return <PageOfAddress Page={Printing} />;
}

function Printing() {
  const { Link, useParams, useLocation } = useShell().routing;
  const { id: campaignId = '' } = useParams();
  const { search } = useLocation();
  const [first] = useState(() => printedDocuments(search));
  const viewAs = useViewAs();
  return (
    <CampaignPage
      name="print"
      className={styles.page}
      unknown="This page is not here."
      header={(title) => (
        <header className={styles.header}>
          <WayBack>
            <Link to={libraryPath(campaignId, viewAs)}>Library</Link>
          </WayBack>
          <h1>{title}</h1>
        </header>
      )}
    >
      {(campaign) => <PrintForm {...{ campaignId, campaign, first }} />}
    </CampaignPage>
  );
}
