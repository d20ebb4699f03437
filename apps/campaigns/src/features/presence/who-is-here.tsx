import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { initialsOf } from '../players/initials';
import { nameIn } from '../players/use-players';
import { useOnlineMembers } from './use-online-members';
import styles from './who-is-here.module.css';

/** Further names are only counted, to keep one line. */
const MAX_NAMED = 3;
const MAX_MARKS = 6;

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

/** One line with the other online members. Not a live region, because presence changes often. */
export function WhoIsHere({ campaign }: { campaign: CampaignDetail }) {
  const here = useOnlineMembers(campaign);
  const name = nameIn(campaign);
  if (campaign.players.length === 0) return null;
  const names = (here ?? []).map(name);
  return (
    // Reserves the line while loading, to avoid a layout shift.
    <p className={styles.line}>
      {names.length > 0 && (
        <span className={styles.marks} aria-hidden="true">
          {names.slice(0, MAX_MARKS).map((one, at) => (
            <span key={here?.[at]} className={styles.mark}>
              {initialsOf(one)}
            </span>
          ))}
        </span>
      )}
      {here && <span className={styles.words}>{inWords(names)}</span>}
    </p>
  );
}

function inWords(names: readonly string[]): string {
  if (names.length === 0) return 'No one else is online now.';
  const named = names.length > MAX_NAMED + 1 ? names.slice(0, MAX_NAMED) : names;
  const others = names.length - named.length;
  const listed = LIST.format([...named, ...(others > 0 ? [`${others} others`] : [])]);
  return `${listed} ${names.length === 1 ? 'is' : 'are'} here now.`;
}
