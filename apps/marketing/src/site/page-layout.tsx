import type { ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { quietLinkClass } from '@tomekeeper/ui/text-link';
import { usePageHead } from './use-page-head';
import type { PageHead } from './pages';
import styles from './page-layout.module.css';

interface Props {
  head: PageHead;
  children: ReactNode;
}

/** Layout of public pages: document head and footer. */
export function PageLayout({ head, children }: Props) {
  const { Link } = useShell().routing;
  usePageHead(head);
  return (
    <>
      {children}
      <footer className={styles.footer}>
        <ul role="list" className={styles.links}>
          <li>
            <Link to="/privacy" className={quietLinkClass}>
              Privacy
            </Link>
          </li>
          <li>
            <Link to="/how-secrets-are-kept" className={quietLinkClass}>
              Spoiler protection
            </Link>
          </li>
          <li>
            <Link to="/unsubscribe" className={quietLinkClass}>
              Leave the mailing list
            </Link>
          </li>
        </ul>
      </footer>
    </>
  );
}
