import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import styles from './hits.module.css';

const WORDS = { gm: 'GM only', party: 'Party', players: 'Chosen players' } as const;

/** Whom a passage is for: an eye, the words and the colour together, so that it never hangs on one of them. */
export function AudienceMark({ audience }: { audience: keyof typeof WORDS }) {
  return (
    <span className={styles.mark} data-audience={audience}>
      <Drawing shape={audience === 'gm' ? iconShapes.eyeOff : iconShapes.eye} />
      <span>{WORDS[audience]}</span>
    </span>
  );
}
