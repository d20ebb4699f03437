import { AudienceMark } from '@tomekeeper/ui/audience';
import type { Hit } from '../../search-api';
import styles from './hits.module.css';

const WORDS = { gm: 'GM only', party: 'Party', players: 'Chosen players' } as const;

/** Whom something that was found is for. */
export const HitAudience = ({ audience }: { audience: NonNullable<Hit['audience']> }) => (
  <AudienceMark kind={audience} words={WORDS[audience]} className={styles.mark} />
);
