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
  /** Name of the page: `library`. */
  name: string;
  className: string | undefined;
  /** Page header; the campaign is undefined while loading. */
  header: (title: string, campaign: CampaignFacts | undefined) => ReactNode;
  children: (campaign: CampaignFacts) => ReactNode;
  /** Page title if the campaign is not found. */
  unknown?: string;
  /** Placeholder while loading. */
  loading?: ReactNode;
}

/** Campaign page with loading and error states, which supports view-as. */
export function CampaignPage({
  name,
  className,
  header,
  children,
  unknown = `This ${name} is not here.`,
  loading = <Skeleton label={`Loading the ${name}…`} shape="rows" />,
}: CampaignPageProps) {
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: capital(name),
    unknown,
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
        loading
      )}
    </div>
  );
}

/** Remounts the page on navigation, because pages read the URL once. */
export function PageOfAddress({ Page }: { Page: () => ReactNode }) {
  // Prevents the browser from opening a dropped file, for players too.
  useFileDrops();
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      <Page key={key} />
    </WithViewAs>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
