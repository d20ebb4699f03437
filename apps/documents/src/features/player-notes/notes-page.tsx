import { lazy, Suspense } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { CampaignPage, PageOfAddress } from '../documents-api/page/campaign-page';
import { WayBack } from '../documents-api/page/way-back';
import { isGmIn } from '../documents-api/player-notes/note-readers';
import { usePlayerNotes } from '../documents-api/player-notes/use-player-notes';
import { LoadMore } from '../history/ledger/load-more';
import { NoteRows, RowsPlaceholder } from './list/note-rows';
import { NewPlayerNote } from './new-note/new-player-note';
import styles from './notes.module.css';

/** Collapsed at first. */
const DeletedNotes = lazy(async () => ({
  default: (await import('./deleted/deleted-notes')).DeletedNotes,
}));

/** `/campaigns/{id}/notes`: notes of players; with `?as=`, as a player sees them. */
export function NotesPage() {
  return <PageOfAddress Page={Notes} />;
}

function Notes() {
  const { id: campaignId = '' } = useShell().routing.useParams();
  const viewAs = useViewAs();
  const writes = (campaign: CampaignFacts) => viewAs === undefined && campaign.role === 'player';
  return (
    <CampaignPage
      name="notes"
      unknown="These notes are not here."
      className={styles.page}
      loading={<RowsPlaceholder />}
      header={(title, campaign) => (
        <header className={styles.header}>
          <div>
            <WayBack campaignId={campaignId} />
            <h1>{title}</h1>
            <p className={styles.intro}>
              {campaign &&
                (isGmIn(campaign, viewAs)
                  ? 'Notes that your players share with you. You cannot see their private notes.'
                  : 'Write for yourself, for your game masters or for the party. Only you can read private notes.')}
            </p>
          </div>
          <div className={styles.tools}>
            {campaign && writes(campaign) && <NewPlayerNote campaignId={campaignId} />}
          </div>
        </header>
      )}
    >
      {(campaign) => (
        <>
          <List campaignId={campaignId} campaign={campaign} />
          {writes(campaign) && (
            <Suspense>
              <DeletedNotes campaignId={campaignId} />
            </Suspense>
          )}
        </>
      )}
    </CampaignPage>
  );
}

interface ListProps {
  campaignId: string;
  campaign: CampaignFacts;
}

function List({ campaignId, campaign }: ListProps) {
  const list = usePlayerNotes(campaignId);
  const viewAs = useViewAs();
  if (!list.notes)
    return list.error ? (
      <LoadFailure
        {...detailOrText(list.error, 'Unable to load the notes.')}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <RowsPlaceholder />
    );
  if (list.notes.length === 0)
    return (
      <EmptyState title="No notes yet.">
        {viewAs !== undefined
          ? 'Notes that this player shares with you appear here.'
          : isGmIn(campaign, viewAs)
            ? 'Your players write notes on this page, and choose whether you read them.'
            : 'Choose “New note” to write down names, clues and plans. You decide who reads each note.'}
      </EmptyState>
    );
  return (
    <div>
      <NoteRows campaignId={campaignId} notes={list.notes} campaign={campaign} />
      <LoadMore list={list} failure="Unable to load more notes." label="Show more" />
    </div>
  );
}
