import { useQuery } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { useKept, useShell } from '@tomekeeper/remote-kit';
import { cardClass } from '@tomekeeper/ui/card';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { NameFilter } from '@tomekeeper/ui/name-filter';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { campaignKeys, useCampaignsApi, type Campaign } from '../../campaigns-api';
import styles from './campaign-list.module.css';

export function CampaignList() {
  const { data: campaigns, error, refetch } = useCampaigns();

  if (campaigns) {
    return campaigns.length === 0 ? <NoCampaigns /> : <Campaigns campaigns={campaigns} />;
  }
  if (error) {
    return (
      <LoadFailure
        {...textThenDetail(error, 'Unable to load your campaigns.')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Skeleton label="Loading campaigns…" shape="cards" />;
}

function NoCampaigns() {
  return (
    <EmptyState title="You don't have any campaigns yet.">
      Start one with New Campaign: give it a title, add your players, and keep its maps, handouts
      and secrets here. Or ask your game master to add you to theirs.
    </EmptyState>
  );
}

function Campaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [filter, setFilter] = useKept('campaign filter');
  return (
    <NameFilter
      items={campaigns}
      nameOf={({ title }) => title}
      noun="campaign"
      value={filter}
      onChange={setFilter}
    >
      {(found) => (
        <ul role="list" className={styles.cards}>
          {found.map((campaign) => (
            <li key={campaign.id} className={styles.item}>
              <CampaignCard campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
    </NameFilter>
  );
}

function CampaignCard({ campaign: { id, title, game_system, players } }: { campaign: Campaign }) {
  const { Link } = useShell().routing;
  return (
    <Link
      to={`/campaigns/${encodeURIComponent(id)}`}
      className={`${cardClass({ link: true })} ${styles.card}`}
    >
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.system}>{game_system}</p>
      <p className={styles.players}>{players.length} player(s)</p>
    </Link>
  );
}

/** The campaigns that the signed-in person owns or plays in, newest first. */
function useCampaigns() {
  const api = useCampaignsApi();
  return useQuery({ queryKey: campaignKeys.list, queryFn: ({ signal }) => api.list(signal) });
}
