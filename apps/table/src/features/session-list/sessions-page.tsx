import { useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useViewAs } from '@tomekeeper/remote-kit';
import {
  NoSuchCampaign,
  SeenAs,
  useCampaignPage,
  WithViewAs,
  type CampaignFacts,
} from '@tomekeeper/remote-kit/campaign';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { comingSessions } from '../sessions-api/coming-sessions';
import { sessionsPath } from '../sessions-api/paths';
import { ReadSessions } from '../sessions-api/read-sessions';
import { SessionsWayBack } from '../sessions-api/sessions-way-back';
import { PastSessions } from '../past-sessions/past-sessions';
import { useSessions } from '../sessions-api/use-sessions';
import { PlanSession } from './plan-session';
import { SessionRow } from './session-row';
import styles from './session-list.module.css';

/** `/campaigns/{id}/sessions`: sessions of a campaign, with `?as=` as a player sees them. */
export const SessionsPage = () => (
  <WithViewAs>
    <Sessions />
  </WithViewAs>
);

function Sessions() {
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: 'Sessions',
    unknown: 'Campaign not found',
  });
  const viewAs = useViewAs();
  const isGm = viewAs === undefined && campaign !== undefined && campaign.role !== 'player';
  return (
    <>
      <SessionsWayBack campaignId={campaignId} campaignTitle={campaign?.title} />
      <SeenAs campaignId={campaignId} addressOf={(viewer) => sessionsPath(campaignId, viewer)} />
      <PageHeader title={title} actions={isGm && <Actions campaignId={campaignId} />} />
      {isUnknown ? (
        <NoSuchCampaign />
      ) : campaign ? (
        <List {...{ campaignId, campaign, isGm }} />
      ) : error ? (
        <LoadFailure
          {...textThenDetail(error, 'Unable to load campaign.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading sessions…" shape="rows" count={4} />
      )}
    </>
  );
}

function Actions({ campaignId }: { campaignId: string }) {
  const { data: sessions } = useSessions(campaignId);
  return (
    <>
      {sessions && <PastSessions {...{ campaignId, sessions }} />}
      <PlanSession campaignId={campaignId} />
    </>
  );
}

interface ListProps {
  campaignId: string;
  campaign: CampaignFacts;
  isGm: boolean;
}

function List({ campaignId, campaign, isGm }: ListProps) {
  const { data: sessions, error, refetch } = useSessions(campaignId);
  const [openedAt] = useState(Date.now);
  if (error && !sessions)
    return (
      <LoadFailure
        {...textThenDetail(error, 'Unable to load sessions.')}
        onRetry={() => void refetch()}
      />
    );
  if (!sessions) return <Skeleton label="Loading sessions…" shape="rows" count={4} />;
  if (sessions.length === 0)
    return (
      <EmptyState title="No sessions yet.">
        {isGm
          ? 'Plan the next one, announce it to your players, and start it when you sit down to play.'
          : 'Your game masters announce the next one here.'}
      </EmptyState>
    );
  const coming = comingSessions(sessions, openedAt);
  const played = sessions.filter(({ state }) => state === 'closed');
  return (
    <Stack gap={6}>
      <ReadSessions {...{ campaignId, campaign }} />
      {[
        { title: 'Next', rows: coming },
        { title: 'Played', rows: played },
      ]
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => (
          <Section key={title} title={title}>
            <ul role="list" className={styles.rows}>
              {rows.map((session) => (
                <SessionRow key={session.id} {...{ campaignId, session }} />
              ))}
            </ul>
          </Section>
        ))}
    </Stack>
  );
}
