import { useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell, ViewAsProvider, type WidgetProps } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { OwnAnswer } from '../attendance/own-answer';
import { When } from '../schedule/when';
import { comingSessions } from '../sessions-api/coming-sessions';
import { sessionPath, sessionsPath } from '../sessions-api/paths';
import { nameOf } from '../sessions-api/session-name';
import { StateOf } from '../sessions-api/session-state';
import type { Session } from '../sessions-api/sessions-api';
import { useSessions } from '../sessions-api/use-sessions';
import styles from './next-session.module.css';

type NextSessionProps = WidgetProps['table.next-session'];

/** The running or next session on a campaign's page. */
export const NextSession = ({ viewAs, ...props }: NextSessionProps) => (
  <ViewAsProvider value={viewAs}>
    <Next {...props} viewAs={viewAs} />
  </ViewAsProvider>
);

function Next({ campaignId, role, viewAs }: NextSessionProps) {
  const { data: sessions, error, refetch } = useSessions(campaignId);
  const [openedAt] = useState(Date.now);
  const [next] = comingSessions(sessions ?? [], openedAt);
  return (
    <section className={styles.next} aria-label="Next session">
      {error && !sessions ? (
        <LoadFailure
          {...textThenDetail(error, 'Unable to load sessions.')}
          onRetry={() => void refetch()}
        />
      ) : next ? (
        <Summary {...{ campaignId, role, viewAs }} session={next} />
      ) : (
        sessions && <NoSession {...{ campaignId, role, viewAs }} />
      )}
    </section>
  );
}

function Summary({ campaignId, role, viewAs, session }: NextSessionProps & { session: Session }) {
  const { Link } = useShell().routing;
  const { id, number, starts_at, started_at, time_zone, state, answers, checklist } = session;
  const isGm = role !== 'player' && viewAs === undefined;
  const mayAnswer = role !== 'owner' && viewAs === undefined && number !== null;
  return (
    <>
      <div className={styles.words}>
        <p className={styles.name}>
          <Link className={textLinkClass} to={sessionPath(campaignId, id, viewAs)} dir="auto">
            {nameOf(session)}
          </Link>
          <StateOf session={session} />
        </p>
        <p className={styles.fact}>
          <When moment={started_at ?? starts_at} zone={started_at === null ? time_zone : null} />
          {state === 'planned' && number !== null && ` · ${answers.yes} coming`}
          {isGm &&
            checklist !== undefined &&
            checklist.items > 0 &&
            ` · ${checklist.done} of ${checklist.items} items done`}
        </p>
      </div>
      {mayAnswer && <OwnAnswer {...{ campaignId, session }} isLegendHidden />}
    </>
  );
}

function NoSession({ campaignId, role, viewAs }: NextSessionProps) {
  const { Link } = useShell().routing;
  const isGm = role !== 'player' && viewAs === undefined;
  return (
    <p className={styles.fact}>
      {isGm ? 'No session is planned. ' : 'The next session is not announced yet. '}
      <Link className={textLinkClass} to={sessionsPath(campaignId, viewAs)}>
        {isGm ? 'Plan one' : 'All sessions'}
      </Link>
    </p>
  );
}
