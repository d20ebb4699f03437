import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './audience.module.css';

export type AudienceKind = 'spoilers' | 'public';

export interface AudienceProps {
  kind: AudienceKind;
}

/** Visibility badge of a document: border, icon and text, so that meaning never depends on color alone. */
export function Audience({ kind }: AudienceProps) {
  return (
    <span className={classNames(styles.audience, styles[kind])}>
      <Drawing shape={kind === 'spoilers' ? iconShapes.eyeOff : iconShapes.eye} />
      <span>{kind === 'spoilers' ? 'Spoilers' : 'Public'}</span>
    </span>
  );
}
