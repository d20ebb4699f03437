import { lazy, Suspense } from 'react';
import { ApiError, textThenDetail } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import {
  NoSuchCampaign,
  SeenAs,
  useCampaignPage,
  WithViewAs,
  type CampaignFacts,
  sessionName,
} from '@tomekeeper/remote-kit/campaign';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { SessionDate } from '../schedule/session-date';
import { sessionPath, sessionsPath } from '../sessions-api/paths';
import { ReadSessions } from '../sessions-api/read-sessions';
import { StateOf } from '../sessions-api/session-state';
import type { SessionDetail } from '../sessions-api/sessions-api';
import { timeSpanOf } from '../sessions-api/time-span';
import { SessionsWayBack } from '../sessions-api/sessions-way-back';
import { useSession } from '../sessions-api/use-sessions';
import { Attendance } from './attendance';
import { Checklist } from './checklist';
import { Plan, Recap } from './notes';
import { SessionActions } from './session-actions';
import { VisibleRecap } from './visible-recap';
import styles from './session-page.module.css';

/** Loaded for GMs only. */
const Board = lazy(async () => ({ default: (await import('../board/board')).Board }));

/** `/campaigns/{id}/sessions/{session}`, with `?as=` as a player sees it. */
export const SessionPage = () => (
  <WithViewAs>
    <OneSession />
  </WithViewAs>
);

function OneSession() {
  const { routing } = useShell();
  const { session: sessionId = '' } = routing.useParams();
  const viewAs = useViewAs();
  const page = useCampaignPage({ title: 'Session', unknown: 'Campaign not found' });
  const { campaignId, campaign, isUnknown } = page;
  const { data: session, error, refetch } = useSession(campaignId, sessionId);
  const isGone = error instanceof ApiError && error.status === 404;
  const title = session && !isGone ? sessionName(session) : page.title;
  routing.useTitle(campaign ? `${title} · ${campaign.title}` : title);
  const isGm = viewAs === undefined && campaign !== undefined && campaign.role !== 'player';
  return (
    <>
      <SessionsWayBack campaignId={campaignId} campaignTitle={campaign?.title} isBelowList />
      <SeenAs
        campaignId={campaignId}
        addressOf={(viewer) => sessionPath(campaignId, sessionId, viewer)}
      />
      <PageHeader
        title={title}
        intro={session && !isGone && <Facts session={session} />}
        actions={isGm && session && !isGone && <SessionActions {...{ campaignId, session }} />}
      />
      {isUnknown ? (
        <NoSuchCampaign />
      ) : isGone ? (
        <NoSuchSession campaignId={campaignId} />
      ) : session && campaign ? (
        <Content {...{ campaignId, campaign, session, isGm }} />
      ) : (error ?? page.error) ? (
        <LoadFailure
          {...textThenDetail(error ?? page.error, 'Unable to load session.')}
          onRetry={() => {
            void refetch();
            if (page.error) void page.refetch();
          }}
        />
      ) : (
        <Skeleton label="Loading session…" shape="rows" count={4} />
      )}
    </>
  );
}

function Facts({ session }: { session: SessionDetail }) {
  return (
    <p className={styles.facts}>
      <SessionDate {...session} />
      <StateOf session={session} />
    </p>
  );
}

function NoSuchSession({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  return (
    <EmptyState
      title="There is no such session."
      action={
        <Link className={textLinkClass} to={sessionsPath(campaignId, viewAs)}>
          All sessions
        </Link>
      }
    >
      A game master may have deleted it.
    </EmptyState>
  );
}

const LoadingBoard = () => (
  <Section title="Tonight" intro="Only game masters see the board.">
    <Skeleton label="Loading the board…" shape="rows" count={3} />
  </Section>
);

interface ContentProps {
  campaignId: string;
  campaign: CampaignFacts;
  session: SessionDetail;
  isGm: boolean;
}

function Content({ campaignId, campaign, session, isGm }: ContentProps) {
  const { Widget } = useShell();
  const span = timeSpanOf(session);
  return (
    <div className={styles.columns}>
      <ReadSessions {...{ campaignId, campaign }} />
      {isGm && (
        <div className={styles.wide}>
          <Suspense fallback={<LoadingBoard />}>
            <Board {...{ campaignId, people: campaign.people }} sessionId={session.id} />
          </Suspense>
        </div>
      )}
      <Stack gap={6}>
        <Attendance {...{ campaignId, campaign, session }} />
        {isGm && <Plan {...{ campaignId, session }} />}
        {isGm && <Recap {...{ campaignId, session }} />}
        {!isGm && session.started_at !== null && (
          <VisibleRecap campaignId={campaignId} startedAt={session.started_at} />
        )}
      </Stack>
      {isGm && <Checklist {...{ campaignId, session }} />}
      {isGm && span && (
        <div className={styles.wide}>
          <Section title="Reveals and shows">
            <Widget
              id="documents.session-timeline"
              props={{
                campaignId,
                people: campaign.people,
                ...span,
              }}
            />
          </Section>
        </div>
      )}
    </div>
  );
}
