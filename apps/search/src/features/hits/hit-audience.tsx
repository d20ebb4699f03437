import { AudienceMark } from '@tomekeeper/ui/audience';
import type { Hit } from '../search-api/search-api';
import styles from './hits.module.css';

const WORDS = { gm: 'GM only', party: 'Party', players: 'Chosen players' } as const;

interface HitAudienceProps {
  of: Pick<Hit, 'audience' | 'not_for_whole_party' | 'player_note'>;
}

/** The audience of a hit for GMs, the party mark for players; a word for notes of players. */
export function HitAudience({
  of: { audience, not_for_whole_party: isMarked, player_note: isPlayerNote },
}: HitAudienceProps) {
  if (isPlayerNote) return <span className={styles.mark}>Player’s note</span>;
  if (audience)
    return <AudienceMark kind={audience} words={WORDS[audience]} className={styles.mark} />;
  if (!isMarked) return null;
  return <AudienceMark kind="players" words="Not for the whole party" className={styles.mark} />;
}
