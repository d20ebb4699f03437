import { Suspense } from 'react';
import {
  lazyPage,
  ShellProvider,
  type CreateRemote,
  type LazyPage,
  type RemotePage,
  type ShellApi,
} from '@tomekeeper/remote-kit';
import { Skeleton } from '@tomekeeper/ui/skeleton';

// Each page comes when it is visited. Chunks have names because the prerendered pages must bring their
// styles and scripts along (see `prerender.tsx`).
const LaunchPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "launch" */ './features/landing/launch-page')).LaunchPage,
);
const LandingPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "landing" */ './features/landing/landing-page')).LandingPage,
);
const FeaturesPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "features" */ './features/feature-list/features-page'))
      .FeaturesPage,
);
const FaqPage = lazyPage(
  async () => (await import(/* webpackChunkName: "faq" */ './features/faq/faq-page')).FaqPage,
);
const ContactPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "contact" */ './features/contact/contact-page')).ContactPage,
);
const PrivacyPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "privacy" */ './features/privacy/privacy-page')).PrivacyPage,
);
const SecretsPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "secrets" */ './features/secrets/secrets-page')).SecretsPage,
);
const VerifyPage = lazyPage(
  async () => (await import('./features/mailing-list/verify-page')).VerifyPage,
);
const UnsubscribePage = lazyPage(
  async () => (await import('./features/mailing-list/unsubscribe-page')).UnsubscribePage,
);

/** The public pages. */
export const create: CreateRemote = (shell) => ({
  routes: [
    page(shell, '/', shell.config.environment === 'production' ? LaunchPage : LandingPage),
    page(shell, '/features', FeaturesPage),
    page(shell, '/faq', FaqPage),
    page(shell, '/contact', ContactPage),
    page(shell, '/privacy', PrivacyPage),
    page(shell, '/how-secrets-are-kept', SecretsPage),
    page(shell, '/verify-subscribe', VerifyPage),
    page(shell, '/unsubscribe', UnsubscribePage),
    page(shell, '*', LandingPage),
  ],
});

const page = (shell: ShellApi, path: string, Content: LazyPage): RemotePage => ({
  path,
  load: Content.load,
  Page: () => (
    <ShellProvider value={shell}>
      <Suspense fallback={<Skeleton label="Loading…" />}>
        <Content />
      </Suspense>
    </ShellProvider>
  ),
});
