import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import type { LinkProps, SessionState } from '@tomekeeper/remote-kit';
import appStyles from './app/app.module.css';
import { Header, type HeaderProps } from './features/header/header';

/**
 * Layout as HTML, one file per environment, which the build writes next to `index.html`. The gateway inserts a page that a remote
 * prerendered; `start/prerendered-page.ts` replaces it in the browser.
 */
export function prerender(): Record<string, string> {
  return {
    'frame.local.html': frame('local'),
    'frame.production.html': frame('production'),
  };
}

/** Template item with `{{to}}` and `{{label}}`, repeated for each link of the registry. */
const NAV = [{ to: '{{to}}', label: '{{label}}', order: 0, show: 'always' }] as const;
const SIGNED_OUT: SessionState = { status: 'signed-out' };

function frame(environment: PublicConfig['environment']): string {
  return renderToStaticMarkup(
    <>
      <a className={appStyles.skip} href="#main">
        Skip to the page
      </a>
      <Header {...atBuildTime} nav={NAV} environment={environment} />
      <main id="main" className={appStyles.main} tabIndex={-1}>
        {'{{page}}'}
      </main>
    </>,
  );
}

const never = () => {
  throw new Error('Actions are not possible during prerendering.');
};

/** Header without a session, in its initial state. */
const atBuildTime: Omit<HeaderProps, 'nav' | 'environment'> = {
  routing: {
    Link: ({ to, ...rest }: LinkProps) => <a {...rest} href={to} />,
    navigate: never,
    useParams: () => ({}),
    // The current page's item is marked; the gateway removes the mark from the others.
    useLocation: () => ({ pathname: NAV[0].to, search: '', hash: '', key: '' }),
    useTitle: () => undefined,
    useUnsavedChanges: () => undefined,
  },
  session: {
    current: () => SIGNED_OUT,
    subscribe: () => () => undefined,
    useSession: () => SIGNED_OUT,
    getIdToken: never,
    refreshUser: never,
    signOut: never,
    expire: never,
    start: never,
    retry: never,
  },
  onSignOut: never,
  // Only the browser knows the theme.
  theme: undefined,
};
