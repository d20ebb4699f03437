import { useCallback, useEffect } from 'react';
import { useHints, useViewAs } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { useSessionsApi } from './sessions-api';

interface ReadSessionsProps {
  campaignId: string;
  campaign: CampaignFacts;
}

/** Marks news of sessions as read while a player has them open. A failure leaves them unread. */
export function ReadSessions({ campaignId, campaign }: ReadSessionsProps) {
  const api = useSessionsApi();
  const isRecorded = useViewAs() === undefined && campaign.role === 'player';
  const read = useCallback(() => {
    if (isRecorded) api.readNews(campaignId).catch(() => undefined);
  }, [api, campaignId, isRecorded]);
  useEffect(read, [read]);
  useHints(['sessions'], campaignId, read);
  return null;
}
