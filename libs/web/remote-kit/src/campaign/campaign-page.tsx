import { ApiError } from '@tomekeeper/api-client';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { useShell } from '../shell-context';
import { useCampaign } from './use-campaign';

interface Titles {
  title: string;
  /** Page title if the campaign is not found. */
  unknown: string;
}

/** The current page's campaign, once loaded; sets the page title. */
export function useCampaignPage({ title: own, unknown }: Titles) {
  const { routing } = useShell();
  const { id: campaignId = '' } = routing.useParams();
  const { data, error, refetch } = useCampaign(campaignId);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const campaign = isUnknown ? undefined : data;
  const title = isUnknown ? unknown : own;
  routing.useTitle(campaign ? `${title} · ${campaign.title}` : title);
  return { campaignId, campaign, error, refetch, isUnknown, title };
}

/** Content of a page whose campaign is not found. */
export const NoSuchCampaign = () => (
  <EmptyState title="There is no such campaign for you.">
    It may have been deleted, or you are no longer in it. Your campaigns stand under “My Campaigns”.
  </EmptyState>
);
