import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { CampaignPage, PageOfAddress } from '../../documents-api/page/campaign-page';
import { importPath, libraryPath } from '../../documents-api/viewer-path';
import { ChooseSource } from './choose/choose-source';
import { OpenedImport } from './opened-import';
import { ImportList } from './outcome/import-list';
import styles from '../transfers.module.css';
import { WayToLibrary } from '../way-to-library';

/** `/campaigns/{id}/import` and `/campaigns/{id}/import/{import}`: imports documents, for GMs. */
export function ImportPage() {
  return <PageOfAddress Page={Importing} />;
}

const NOT_HERE = 'There is no such page here.';

function Importing() {
  const { routing } = useShell();
  const { id: campaignId = '', import: id } = routing.useParams();
  const viewAs = useViewAs();
  return (
    <CampaignPage
      name="import"
      className={styles.page}
      unknown={NOT_HERE}
      header={(title, campaign) => (
        <header>
          <WayToLibrary campaignId={campaignId} />
          <h1>{campaign?.role === 'player' ? NOT_HERE : title}</h1>
        </header>
      )}
    >
      {({ role }) =>
        role === 'player' || viewAs !== undefined ? (
          <ForGmsOnly campaignId={campaignId} />
        ) : id === undefined ? (
          <>
            <ChooseSource
              campaignId={campaignId}
              onStarted={(started) => routing.navigate(importPath(campaignId, started))}
            />
            <ImportList campaignId={campaignId} />
          </>
        ) : (
          <OpenedImport key={id} {...{ campaignId, id }} />
        )
      }
    </CampaignPage>
  );
}

function ForGmsOnly({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  return (
    <EmptyState title="There is no such page for players.">
      Your documents are in the campaign’s{' '}
      <Link className={textLinkClass} to={libraryPath(campaignId, viewAs)}>
        library
      </Link>
      .
    </EmptyState>
  );
}
