import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { HitList } from '../hits/hit-list';
import { sessionPath } from '../search-api/paths';
import type { SessionResult } from '../search-api/search-api';
import { longDate } from './session-date';
import titleStyles from '../hits/title.module.css';
import styles from './sessions.module.css';

interface SessionListProps {
  sessions: readonly SessionResult[];
  /** Subject of the question: `TimeQuestionKind`, or another of a later service. */
  askedAbout: string | undefined;
  /** Leaves out the passages, which an answer quotes. */
  isBrief?: boolean;
}

/** Sessions that a question about time means, each with its passages. */
export function SessionList({ sessions, askedAbout = '', isBrief = false }: SessionListProps) {
  if (sessions.length === 0)
    return MISSING[askedAbout] ? <p className={styles.note}>{MISSING[askedAbout]}</p> : null;
  return (
    <ul role="list" aria-label="Sessions" className={styles.sessions}>
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionEntry {...{ session, askedAbout, isBrief }} />
        </li>
      ))}
    </ul>
  );
}

const MISSING: Readonly<Record<string, string>> = {
  number: 'There is no session with this number.',
  last: 'No session has been played yet.',
  left_off: 'No session has been played yet.',
  next: 'No session is planned.',
};

const STATES: Readonly<Record<string, string>> = {
  planned: 'Planned',
  running: 'Running',
  closed: 'Played',
};

/** Explains which part of a session is shown. */
const PARTS: Readonly<Record<string, string>> = {
  left_off: 'How the session ended',
  loose_ends: 'How the session ended',
  first_seen: 'First mention',
};
const SOURCES: Readonly<Record<string, string>> = {
  recap: 'Recap',
  revealed: 'Revealed during the session',
  document: 'From a document named after the session',
  plan: 'Plan',
};

interface SessionEntryProps {
  session: SessionResult;
  askedAbout: string;
  isBrief: boolean;
}

function SessionEntry({ session, askedAbout, isBrief }: SessionEntryProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { campaign, id, state, passages, open_items: openItems } = session;
  const name = sessionName(session);
  const part = PARTS[askedAbout];
  const groups = Object.entries(SOURCES)
    .map(([source, label]) => ({
      label: [part, label].filter(Boolean).join(' · '),
      hits: passages.filter((one) => one.source === source),
    }))
    .filter(({ hits }) => hits.length > 0);
  return (
    <article className={styles.session}>
      <p className={styles.head}>
        <Drawing shape={iconShapes.moon} size={18} />
        <Link
          to={sessionPath(campaign, id, viewAs)}
          dir="auto"
          className={classNames(titleStyles.title, styles.name)}
        >
          {name}
        </Link>
      </p>
      <p className={styles.note}>
        {[longDate(session), STATES[state]].filter(Boolean).join(' · ')}
      </p>
      {openItems && openItems.length > 0 && (
        <>
          <p className={styles.part}>Open checklist items</p>
          <ul className={styles.items} aria-label={`Open checklist items of ${name}`}>
            {openItems.map((text, at) => (
              <li key={at} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {isBrief && groups[0] && <p className={styles.part}>{groups[0].label}</p>}
      {!isBrief &&
        groups.map(({ label, hits }) => (
          <div key={label}>
            <p className={styles.part}>{label}</p>
            <HitList hits={hits} label={`${label}, ${name}`} />
          </div>
        ))}
      {groups.length === 0 && state !== 'planned' && !openItems && (
        <p className={styles.note}>There is no recap, and nothing was revealed during it.</p>
      )}
    </article>
  );
}
