import { lazyPage, type CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { NextSession } from './features/next-session/next-session';

const SessionsPage = lazyPage(
  async () => (await import('./features/session-list/sessions-page')).SessionsPage,
);

const SessionPage = lazyPage(
  async () => (await import('./features/session-page/session-page')).SessionPage,
);

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  return {
    routes: [
      {
        path: '/campaigns/:id/sessions',
        Page: scope.place(SessionsPage),
        load: SessionsPage.load,
      },
      {
        path: '/campaigns/:id/sessions/:session',
        Page: scope.place(SessionPage),
        load: SessionPage.load,
      },
    ],
    widgets: { 'table.next-session': scope.place(NextSession) },
    dispose: () => scope.dispose(),
  };
};
