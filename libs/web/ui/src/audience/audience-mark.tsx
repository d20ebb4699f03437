import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './audience-mark.module.css';

export interface AudienceMarkProps {
  /** `players`: chosen players. */
  kind: 'gm' | 'party' | 'players';
  words: string;
  className?: string | undefined;
}

/** Audience of a passage: icon, text and color together, so that meaning never depends on color alone. */
export function AudienceMark({ kind, words, className }: AudienceMarkProps) {
  return (
    <span className={classNames(styles.mark, className)} data-audience={kind}>
      <Drawing shape={kind === 'gm' ? iconShapes.eyeOff : iconShapes.eye} />
      <span>{words}</span>
    </span>
  );
}
