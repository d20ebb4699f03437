import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import styles from './audiences.module.css';
import type { AudienceKind } from './seen-by';

interface AudienceMarkProps {
  kind: AudienceKind;
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
