import type { CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { OperationsPage } from './features/operations/operations-page';

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  return {
    routes: [{ path: '/operations', Page: scope.place(OperationsPage) }],
    dispose: () => scope.dispose(),
  };
};
