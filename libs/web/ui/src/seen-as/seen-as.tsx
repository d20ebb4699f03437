import type { AriaAttributes, ComponentType, ReactNode } from 'react';
import { Notice } from '../notice';
import { textLinkClass } from '../text-link';
import styles from './seen-as.module.css';

/** A link as the shell makes it: within the product no page is loaded anew. */
type LinkTo = ComponentType<{
  to: string;
  className?: string | undefined;
  'aria-current'?: AriaAttributes['aria-current'];
  children?: ReactNode;
}>;

export interface SeenAsProps {
  /** With whose eyes: a name, or `the party`. */
  who: string;
  /** The same page as its GM sees it. */
  ownView: string;
  /** Whom else to look at it as; the present one is marked. */
  viewers: readonly { id: string; name: string; to: string }[];
  present: string;
  Link: LinkTo;
  /** What else is to be said of this page. */
  children?: ReactNode;
}

/** Above a page that a GM looks at with a player's eyes: says so, and leads on to the same page as others see it. */
export function SeenAs({ who, ownView, viewers, present, Link, children }: SeenAsProps) {
  return (
    <Notice
      title={`This is what ${who} sees.`}
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
