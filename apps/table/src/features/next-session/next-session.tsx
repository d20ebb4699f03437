import { useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell, useViewAs, ViewAsProvider, type WidgetProps } from '@tomekeeper/remote-kit';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { StartButton } from '../announcement/start-button';
import { OwnAnswer } from '../attendance/own-answer';
import { SessionDate } from '../schedule/session-date';
import { comingSessions } from '../sessions-api/coming-sessions';
import { documentPath, sessionPath, sessionsPath } from '../sessions-api/paths';
import { StateOf } from '../sessions-api/session-state';
import type { Session } from '../sessions-api/sessions-api';
import { useSessions } from '../sessions-api/use-sessions';
import styles from './next-session.module.css';

type NextSessionProps = WidgetProps['table.next-session'];

/** The viewer impersonated by a GM is in the context. */
type NextProps = Omit<NextSessionProps, 'viewAs'>;

/** The running or next session on a campaign's page. */
export const NextSession = ({ viewAs, ...props }: NextSessionProps) => (
  <ViewAsProvider value={viewAs}>
    <Next {...props} />
  </ViewAsProvider>
);

function Next({ campaignId, role }: NextProps) {
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
        <Summary {...{ campaignId, role }} session={next} />
      ) : (
        sessions && <NoSession {...{ campaignId, role }} />
      )}
    </section>
  );
}

function Summary({ campaignId, role, session }: NextProps & { session: Session }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { id, number, state, answers, checklist, plan } = session;
  const isGm = role !== 'player' && viewAs === undefined;
  const mayAnswer = role !== 'owner' && viewAs === undefined && number !== null;
  return (
    <>
      <div className={styles.words}>
        <p className={styles.name}>
          <Link className={textLinkClass} to={sessionPath(campaignId, id, viewAs)} dir="auto">
            {sessionName(session)}
          </Link>
          <StateOf session={session} />
        </p>
        <p className={styles.fact}>
          <SessionDate {...session} />
          {state === 'planned' && number !== null && ` · ${answers.yes} coming`}
          {isGm &&
            checklist !== undefined &&
            checklist.items > 0 &&
            ` · ${checklist.done} of ${checklist.items} items done`}
          {isGm && plan && (
            <>
              {' · '}
              <Link className={textLinkClass} to={documentPath(campaignId, plan)}>
                Plan
              </Link>
            </>
          )}
        </p>
      </div>
      {isGm && state === 'planned' && <StartButton {...{ campaignId, session }} />}
      {mayAnswer && <OwnAnswer {...{ campaignId, session }} isLegendHidden />}
    </>
  );
}

function NoSession({ campaignId, role }: NextProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
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
