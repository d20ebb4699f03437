import { textThenDetail } from '@tomekeeper/api-client';
import { useKept } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { NameFilter } from '@tomekeeper/ui/name-filter';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import type { Campaign } from '../campaigns-api/campaigns-api';
import { useCovers } from '../cover/use-covers';
import { CampaignCard } from './campaign-card/campaign-card';
import { JoinACampaign } from './join-a-campaign';
import { Offers } from './offers';
import { NoCampaigns } from './no-campaigns/no-campaigns';
import { useNews } from './use-news';
import { useCampaigns } from './use-campaigns';
import styles from './campaign-list.module.css';

/** Up to this many campaigns, the page also explains how to join one. */
const FEW = 3;

export function CampaignList() {
  const { data: campaigns, error, refetch } = useCampaigns();

  if (campaigns) {
    if (campaigns.length === 0) return <NoCampaigns />;
    return (
      <Stack gap={7}>
        <Offers campaigns={campaigns} />
        <Campaigns campaigns={campaigns} />
        {campaigns.length <= FEW && <JoinACampaign />}
      </Stack>
    );
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

function Campaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [filter, setFilter] = useKept('campaign filter');
  const covers = useCovers();
  const newsOf = useNews(campaigns.length > 0);
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
              <CampaignCard campaign={campaign} covers={covers} news={newsOf(campaign.id)} />
            </li>
          ))}
        </ul>
      )}
    </NameFilter>
  );
}
