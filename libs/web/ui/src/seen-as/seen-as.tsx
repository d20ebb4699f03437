import type { AriaAttributes, ComponentType, ReactNode } from 'react';
import { Notice } from '../notice';
import { textLinkClass } from '../text-link';
import styles from './seen-as.module.css';

/** Link component of the shell's router, which navigates without reloading. */
type LinkTo = ComponentType<{
  to: string;
  className?: string | undefined;
  'aria-current'?: AriaAttributes['aria-current'];
  children?: ReactNode;
}>;

export interface SeenAsProps {
  /** Impersonated viewer: a name, or `the party`. */
  who: string;
  /** URL of the same page in the GM's own view. */
  ownView: string;
  /** Selectable viewers; the current one is marked. */
  viewers: readonly { id: string; name: string; to: string }[];
  present: string;
  Link: LinkTo;
  /** Additional content of the banner. */
  children?: ReactNode;
}

/** View-as banner: names the impersonated viewer and links to the page as other viewers see it. */
export function SeenAs({ who, ownView, viewers, present, Link, children }: SeenAsProps) {
  return (
    <Notice
      title={`You are viewing as ${who}.`}
      action={
        <Link to={ownView} className={textLinkClass}>
          Back to your own view
        </Link>
      }
    >
      <p>Nothing can be changed here, and nothing counts as read.{children}</p>
      {viewers.length > 0 && (
        <nav aria-label="View as" className={styles.viewers}>
          {viewers.map(({ id, name, to }) => (
            <Link
              key={id}
              to={to}
              className={styles.viewer}
              aria-current={id === present ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
    </Notice>
  );
}
