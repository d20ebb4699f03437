import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './audience.module.css';

export type AudienceKind = 'spoilers' | 'public';

export interface AudienceProps {
  kind: AudienceKind;
}

/** Who may see a thing: a rule, an eye and the word together, so that it never hangs on colour. */
export function Audience({ kind }: AudienceProps) {
  return (
    <span className={classNames(styles.audience, styles[kind])}>
      <Drawing shape={kind === 'spoilers' ? iconShapes.eyeOff : iconShapes.eye} />
      <span>{kind === 'spoilers' ? 'Spoilers' : 'Public'}</span>
    </span>
  );
}
