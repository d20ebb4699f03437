import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './audience-mark.module.css';

export interface AudienceMarkProps {
  /** Chosen players are `players`. */
  kind: 'gm' | 'party' | 'players';
  words: string;
  className?: string | undefined;
}

/** Whom a passage is for: an eye, the words and the colour together, so that it never hangs on one of them. */
export function AudienceMark({ kind, words, className }: AudienceMarkProps) {
  return (
    <span className={classNames(styles.mark, className)} data-audience={kind}>
      <Drawing shape={kind === 'gm' ? iconShapes.eyeOff : iconShapes.eye} />
      <span>{words}</span>
    </span>
  );
}
