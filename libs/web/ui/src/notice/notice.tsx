import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './notice.module.css';

export interface NoticeProps {
  tone?: 'info' | 'success' | 'error';
  /** The fixed sentence, when there is one; the reason and the next step go below it. */
  title?: string;
  children?: ReactNode;
  /** What to do next, such as a button 'Try again'. */
  action?: ReactNode;
}

const icons: Record<NonNullable<NoticeProps['tone']>, ReactNode> = {
  info: iconShapes.info,
  success: iconShapes.check,
  error: iconShapes.alert,
};

/** Says what happened and what to do next. Errors interrupt a screen reader, the rest waits. */
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
