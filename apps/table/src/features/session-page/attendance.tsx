import { useViewAs } from '@tomekeeper/remote-kit';
import { nameOfPerson, type CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { Section } from '@tomekeeper/ui/section';
import type { SessionDetail } from '../sessions-api/sessions-api';
import { OwnAnswer } from '../attendance/own-answer';
import styles from './session-page.module.css';

const ANSWERS = [
  { value: 'yes', heading: 'Coming' },
  { value: 'maybe', heading: 'Maybe' },
  { value: 'no', heading: 'Not coming' },
] as const;

/** Headings once the session is closed: what members answered before. */
const ANSWERED = { yes: 'Said yes', maybe: 'Said maybe', no: 'Said no' } as const;

interface AttendanceProps {
  campaignId: string;
  campaign: CampaignFacts;
  session: SessionDetail;
}

/** The viewer's answer whether they come, and the answers of all members. */
export function Attendance({ campaignId, campaign, session }: AttendanceProps) {
  const viewAs = useViewAs();
  const answersMissing = campaign.people.filter(
    ({ id, role }) => role !== 'owner' && !session.members.some(({ person }) => person === id),
  );
  const mayAnswer =
    viewAs === undefined &&
    campaign.role !== 'owner' &&
    session.number !== null &&
    session.state !== 'closed';
  const groups = [
    ...ANSWERS.map(({ value, heading }) => ({
      heading: session.state === 'closed' ? ANSWERED[value] : heading,
      people: session.members
        .filter(({ attendance }) => attendance === value)
        .map(({ person }) => person),
    })),
    {
      heading: session.state === 'closed' ? 'No answer' : 'No answer yet',
      people: answersMissing.map(({ id }) => id),
    },
  ].filter(({ people }) => people.length > 0);
  return (
    <Section title={session.state === 'closed' ? 'Who came' : 'Who is coming'}>
      {mayAnswer && <OwnAnswer {...{ campaignId, session }} />}
      {session.number === null ? (
        <p>Announce the session to ask your players.</p>
      ) : groups.length === 0 ? (
        <p>This campaign has no players yet.</p>
      ) : (
        <dl className={styles.answers}>
          {groups.map(({ heading, people }) => (
            <div key={heading}>
              <dt>
                {heading} ({people.length})
              </dt>
              <dd dir="auto">
                {people.map((id) => nameOfPerson(campaign, id) ?? 'Member').join(', ')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
