import type { KeyboardEvent, ReactNode } from 'react';
import { nameLink, titleOfNameLink } from '@tomekeeper/contracts-document/name-link';
import styles from './passage.module.css';

interface MissingLinkProps {
  /** Href of a link by name without a document. */
  to: string;
  /** Undefined where no note can be created. */
  onCreate: ((title: string) => void) | undefined;
  children: ReactNode;
}

/** Words of a link to a document that does not exist yet; for GMs they offer to create it. */
export function MissingLink({ to, onCreate, children }: MissingLinkProps) {
  const link = nameLink(to);
  const title = link && titleOfNameLink(link);
  if (title === undefined || !onCreate) return children;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onCreate(title);
  };
  // A button element does not wrap like words.
  return (
    <span
      role="button"
      tabIndex={0}
      className={styles.missing}
      aria-haspopup="dialog"
      title={`No document is called “${title}” yet. Create it`}
      onClick={() => onCreate(title)}
      onKeyDown={press}
    >
      {children}
    </span>
  );
}
