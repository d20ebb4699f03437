import { useCallback, useEffect } from 'react';
import { useHints, useViewAs } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { useSessionsApi } from './sessions-api';

interface ReadSessionsProps {
  campaignId: string;
  campaign: CampaignFacts;
}

/** Marks news of sessions as read while they are on the screen of a player. A failure leaves them unread. */
export function ReadSessions({ campaignId, campaign }: ReadSessionsProps) {
  const api = useSessionsApi();
  const isRecorded = useViewAs() === undefined && campaign.role === 'player';
  const read = useCallback(() => {
    if (isRecorded && document.visibilityState === 'visible')
      api.readNews(campaignId).catch(() => undefined);
  }, [api, campaignId, isRecorded]);
  useEffect(() => {
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [read]);
  useHints(['sessions'], campaignId, read);
  return null;
}
