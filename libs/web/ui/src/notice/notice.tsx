import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './notice.module.css';

export interface NoticeProps {
  tone?: 'info' | 'success' | 'error';
  /** Fixed message, if any; the reason and the next step follow below. */
  title?: string;
  children?: ReactNode;
  /** Next step, such as a 'Try again' button. */
  action?: ReactNode;
}

const icons: Record<NonNullable<NoticeProps['tone']>, ReactNode> = {
  info: iconShapes.info,
  success: iconShapes.check,
  error: iconShapes.alert,
};

/** Message with a next step. Errors are assertive for screen readers, all others polite. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <span className={styles.icon}>
        <Drawing shape={icons[tone]} />
      </span>
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
