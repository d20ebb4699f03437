import type { ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { PageHeading } from '@tomekeeper/ui/page-header';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { SampleContents } from './sample-contents';
import styles from './auth-page.module.css';
import { redirectPath, withRedirect } from './redirect-path';

export interface AuthPageProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** Ways to the other auth pages. */
  footer?: ReactNode;
  /** Called with the token of the displayed invite. Must be stable between renders. */
  onInvite?: (token: string) => void;
}

/** Layout of the sign-in pages: a form next to a picture of the product. */
export function AuthPage({ title, intro, children, footer, onInvite }: AuthPageProps) {
  const { Widget, routing } = useShell();
  const isInvited = redirectPath(routing.useLocation().search) === '/invite';
  return (
    <div className={styles.layout}>
      <div className={styles.panel}>
        <PageHeading eyebrow={brand.name} title={title} />
        {intro && <p className={styles.intro}>{intro}</p>}
        {isInvited && (
          <div className={styles.body}>
            <Widget id="campaigns.invite-notice" props={{ onShown: onInvite }} isOptional />
          </div>
        )}
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
      <SampleContents />
    </div>
  );
}

/** A link to another auth page; the wish to return travels along. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  const { routing } = useShell();
  const { search } = routing.useLocation();
  return (
    <routing.Link to={withRedirect(to, search)} className={textLinkClass}>
      {children}
    </routing.Link>
  );
}
