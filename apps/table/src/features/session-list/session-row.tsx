import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { SessionDate } from '../schedule/session-date';
import { sessionPath } from '../sessions-api/paths';
import { StateOf } from '../sessions-api/session-state';
import type { Session } from '../sessions-api/sessions-api';
import styles from './session-list.module.css';

const ANSWERS = { yes: 'You come', maybe: 'You may come', no: 'You do not come' } as const;

/** One session: name, date, state, and who comes. */
export function SessionRow({ campaignId, session }: { campaignId: string; session: Session }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { id, state, attendance, answers } = session;
  return (
    <li className={styles.row}>
      <Link
        className={`${textLinkClass} ${styles.name}`}
        to={sessionPath(campaignId, id, viewAs)}
        dir="auto"
      >
        {sessionName(session)}
      </Link>
      <StateOf session={session} />
      <p className={styles.fact}>
        <SessionDate {...session} />
      </p>
      {state === 'planned' && (
        <p className={styles.fact}>
          {attendance && `${ANSWERS[attendance]} · `}
          {answers.yes} yes, {answers.maybe} maybe, {answers.no} no
        </p>
      )}
    </li>
  );
}
