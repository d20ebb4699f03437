import type { Session } from '../sessions-api/sessions-api';
import { When } from './when';

type SessionDateProps = Pick<Session, 'starts_at' | 'started_at' | 'time_zone'>;

/** Date of a session: its start, and before that the planned date with the zone of the table. */
export const SessionDate = ({ starts_at, started_at, time_zone }: SessionDateProps) => (
  <When moment={started_at ?? starts_at} zone={started_at === null ? time_zone : null} />
);
