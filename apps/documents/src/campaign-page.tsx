import type { ReactNode } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useFileDrops } from './features/many-files/use-file-drops';
import { SeenAs, WithViewAs } from './seen-as';
import { useCampaign, type CampaignFacts } from './use-campaign';

interface CampaignPageProps {
  /** What of a campaign it shows: `library`. */
  name: string;
  className: string | undefined;
  /** Above it; the campaign is undefined while it is not here. */
  header: (title: string, campaign: CampaignFacts | undefined) => ReactNode;
  children: (campaign: CampaignFacts) => ReactNode;
}

/** A page of a campaign that a GM may look at as a player does, with what it says while the campaign is not here. */
export function CampaignPage({ name, className, header, children }: CampaignPageProps) {
  const { routing } = useShell();
  const { id: campaignId = '' } = routing.useParams();
  const { data, error, refetch } = useCampaign(campaignId);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const campaign = isUnknown ? undefined : data;
  const title = isUnknown ? `This ${name} is not here.` : capital(name);
  routing.useTitle(campaign ? `${title} · ${campaign.title}` : title);
  return (
    <div className={className}>
      {header(title, campaign)}
      <SeenAs campaignId={campaignId} />
      {isUnknown ? (
        <EmptyState title="There is no such campaign for you.">
          It may have been deleted, or you are no longer in it. Your campaigns stand under “My
          Campaigns”.
        </EmptyState>
      ) : campaign ? (
        children(campaign)
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, `Unable to load the ${name}.`)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={`Loading the ${name}…`} shape="rows" />
      )}
    </div>
  );
}

/** What an address asks for is read once: another address is another page. */
export function PageOfAddress({ Page }: { Page: () => ReactNode }) {
  // A file that is let go beside every field would open in a tab, for players too.
  useFileDrops();
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      <Page key={key} />
    </WithViewAs>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
