import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { nameIn } from '../players/use-players';
import { useWhoIsHere } from './use-who-is-here';
import styles from './who-is-here.module.css';

/** Names beyond this many are counted: the line stays a line. */
const MAX_NAMED = 3;
const MAX_MARKS = 6;

const LIST = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

/** Which of the others are here now, in one line. Nothing announces it: people come and go all evening. */
export function WhoIsHere({ campaign }: { campaign: CampaignDetail }) {
  const here = useWhoIsHere(campaign);
  const name = nameIn(campaign);
  if (campaign.players.length === 0) return null;
  const names = (here ?? []).map(name);
  return (
    // Its place is kept while it is asked for, so that nothing below moves.
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
  if (names.length === 0) return 'Nobody else is here now.';
  const named = names.length > MAX_NAMED + 1 ? names.slice(0, MAX_NAMED) : names;
  const others = names.length - named.length;
  const listed = LIST.format([...named, ...(others > 0 ? [`${others} others`] : [])]);
  return `${listed} ${names.length === 1 ? 'is' : 'are'} here now.`;
}

/** First letters of the first and the last word, whatever a letter is made of. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
