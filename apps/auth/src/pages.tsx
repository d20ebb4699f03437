import { Suspense, type ComponentType } from 'react';
import { lazyPage, ShellProvider, type RemotePage, type ShellApi } from '@tomekeeper/remote-kit';
import type { QueryScope } from '@tomekeeper/remote-kit/query';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { AuthToolsProvider, type AuthTools } from './features/session/auth-tools';

/** Lazy pages, one chunk each. Guarded pages share a query scope. */
export function createPages(shell: ShellApi, tools: AuthTools) {
  let scope: Promise<QueryScope> | undefined;
  const guarded = async (component: Promise<ComponentType>) => {
    scope ??= import('./query-scope').then((query) => query.openQueryScope(shell));
    return (await scope).place(await component);
  };

  function page(path: string, bring: () => Promise<ComponentType>): RemotePage {
    const Content = lazyPage(bring);
    return {
      path,
      load: Content.load,
      Page: () => (
        <ShellProvider value={shell}>
          <AuthToolsProvider value={tools}>
            <Suspense fallback={<Skeleton label="Loading…" />}>
              <Content />
            </Suspense>
          </AuthToolsProvider>
        </ShellProvider>
      ),
    };
  }

  const routes: readonly RemotePage[] = [
    page(
      '/login',
      async () =>
        (await import(/* webpackChunkName: "login" */ './features/sign-in/sign-in-page'))
          .SignInPage,
    ),
    page('/signup', async () => (await import('./features/sign-up/sign-up-page')).SignUpPage),
    page(
      '/forgot-password',
      async () =>
        (await import('./features/forgot-password/forgot-password-page')).ForgotPasswordPage,
    ),
    page(
      '/undo-email-change',
      async () =>
        (await import('./features/undo-email-change/undo-email-change-page')).UndoEmailChangePage,
    ),
    page(
      '/news-mail/stop',
      async () => (await import('./features/stop-news-mail/stop-news-mail-page')).StopNewsMailPage,
    ),
    page('/account', () =>
      guarded(import('./features/account/account-page').then((module) => module.AccountPage)),
    ),
    page('/app', () =>
      guarded(import('./features/app-page/app-page').then((module) => module.CurrentUserPage)),
    ),
  ];
  return {
    routes,
    dispose: () => void scope?.then((opened) => opened.dispose()),
  };
}
