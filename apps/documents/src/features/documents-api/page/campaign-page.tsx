import type { ReactNode } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import {
  NoSuchCampaign,
  useCampaignPage,
  WithViewAs,
  type CampaignFacts,
} from '@tomekeeper/remote-kit/campaign';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useFileDrops } from './use-file-drops';
import { SeenAs } from './seen-as';

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
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: capital(name),
    unknown: `This ${name} is not here.`,
  });
  return (
    <div className={className}>
      {header(title, campaign)}
      <SeenAs campaignId={campaignId} />
      {isUnknown ? (
        <NoSuchCampaign />
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
