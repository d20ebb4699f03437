import { lazy, Suspense, type ComponentType } from 'react';
import { ShellProvider, type CreateRemote, type ShellApi } from '@tomekeeper/remote-kit';
import { Skeleton } from '@tomekeeper/ui/skeleton';

// Each page comes when it is visited. Chunks have names because the prerendered pages must bring their
// styles along (see `prerender.tsx`).
const LaunchPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "launch" */ './landing/launch-page')).LaunchPage,
}));
const LandingPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "landing" */ './landing/landing-page')).LandingPage,
}));
const FeaturesPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "features" */ './feature-list/features-page'))
    .FeaturesPage,
}));
const FaqPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "faq" */ './faq/faq-page')).FaqPage,
}));
const ContactPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "contact" */ './contact/contact-page')).ContactPage,
}));
const PrivacyPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "privacy" */ './privacy/privacy-page')).PrivacyPage,
}));
const VerifyPage = lazy(async () => ({
  default: (await import('./mailing-list/verify-page')).VerifyPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('./mailing-list/unsubscribe-page')).UnsubscribePage,
}));

/** The public pages. */
export const create: CreateRemote = (shell) => ({
  routes: [
    {
      path: '/',
      Page: inShell(shell, shell.config.environment === 'production' ? LaunchPage : LandingPage),
    },
    { path: '/features', Page: inShell(shell, FeaturesPage) },
    { path: '/faq', Page: inShell(shell, FaqPage) },
    { path: '/contact', Page: inShell(shell, ContactPage) },
    { path: '/privacy', Page: inShell(shell, PrivacyPage) },
    { path: '/verify-subscribe', Page: inShell(shell, VerifyPage) },
    { path: '/unsubscribe', Page: inShell(shell, UnsubscribePage) },
    { path: '*', Page: inShell(shell, LandingPage) },
  ],
});

function inShell(shell: ShellApi, Page: ComponentType): ComponentType {
  return function PageInShell() {
    return (
      <ShellProvider value={shell}>
        <Suspense fallback={<Skeleton label="Loading…" />}>
          <Page />
        </Suspense>
      </ShellProvider>
    );
  };
}
