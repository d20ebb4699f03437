import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  FEDERATION_CONTRACT_VERSION,
  PRERENDERED_PLACES,
  type PrerenderedPage,
  type PublicConfig,
} from '@tomekeeper/contracts-federation';
import { ShellProvider, type LinkProps, type ShellApi } from '@tomekeeper/remote-kit';
import { ContactPage } from './features/contact/contact-page';
import { FaqPage } from './features/faq/faq-page';
import { FeaturesPage } from './features/feature-list/features-page';
import { LandingPage } from './features/landing/landing-page';
import { LaunchPage } from './features/landing/launch-page';
import { PrivacyPage } from './features/privacy/privacy-page';
import { SecretsPage } from './features/secrets/secrets-page';
import { Head } from './site/head';
import { pages, type PageHead } from './site/pages';

type Environment = PublicConfig['environment'];

interface Prerendered {
  head: PageHead;
  Page: ComponentType;
  /** The page's chunk, as `remote.tsx` names it. */
  chunk: string;
  environment?: Environment;
}

const PRERENDERED: readonly Prerendered[] = [
  { head: pages.landing, Page: LaunchPage, chunk: 'launch', environment: 'production' },
  { head: pages.landing, Page: LandingPage, chunk: 'landing', environment: 'local' },
  { head: pages.features, Page: FeaturesPage, chunk: 'features' },
  { head: pages.faq, Page: FaqPage, chunk: 'faq' },
  { head: pages.contact, Page: ContactPage, chunk: 'contact' },
  { head: pages.privacy, Page: PrivacyPage, chunk: 'privacy' },
  { head: pages.secrets, Page: SecretsPage, chunk: 'secrets' },
];

/**
 * Renders the public pages as HTML for `prerendered.json`. Pages behind mail links are not
 * prerendered, because their content depends on the server.
 */
export function prerender(): (Omit<PrerenderedPage, 'styles' | 'scripts'> & { chunk: string })[] {
  return PRERENDERED.map(({ head, Page, chunk, environment }) => ({
    path: head.path,
    environment,
    indexed: head.indexed,
    chunk,
    head: renderToStaticMarkup(<Head page={head} origin={PRERENDERED_PLACES.publicUrl} />),
    body: renderToStaticMarkup(
      <ShellProvider value={shellAtBuildTime(head.path, environment ?? 'local')}>
        <Page />
      </ShellProvider>,
    ),
  }));
}

/** A signed-out shell whose calls throw: no server runs while pages are prerendered. */
function shellAtBuildTime(path: string, environment: Environment): ShellApi {
  const never = () => {
    throw new Error('Requests are not possible during prerendering.');
  };
  const location = { pathname: path, search: '', hash: '', key: '' };
  return {
    contract: FEDERATION_CONTRACT_VERSION,
    config: {
      environment,
      identity: { user_pool_id: '', user_pool_client_id: '' },
      robot_check: { provider: 'altcha' },
      limits: { max_upload_mb: 0 },
      password_policy: {
        min_length: 0,
        max_length: 0,
        require_uppercase: false,
        require_lowercase: false,
        require_numbers: false,
        require_symbols: false,
      },
    },
    hints: { subscribe: () => () => undefined },
    session: {
      current: () => ({ status: 'checking' }),
      subscribe: () => () => undefined,
      useSession: () => ({ status: 'checking' }),
      getIdToken: never,
      refreshUser: never,
      signOut: never,
      expire: never,
    },
    http: never,
    routing: {
      Link: ({ to, ...rest }: LinkProps) => <a {...rest} href={to} />,
      navigate: never,
      useParams: () => ({}),
      useLocation: () => location,
      useTitle: () => undefined,
      useUnsavedChanges: () => undefined,
    },
    toast: never,
    announce: never,
    report: never,
    Widget: never,
    dock: never,
  };
}
