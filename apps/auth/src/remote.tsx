import type { CreateRemote } from '@tomekeeper/remote-kit';
import { rememberParts } from './features/password-policy/common-password-parts';
import { callPool } from './features/session/user-pool/user-pool-error';
import { createBetweenScreensStore } from './features/session/auth-tools';
import { callOwnPool } from './features/session/user-pool/own-operations';
import { createSessionProvider } from './features/session/session-provider';
import { storedTokens } from './features/session/stored-tokens';
import { createUserPoolAccess } from './features/session/user-pool/user-pool-loader';
import { createPages } from './pages';

/** Sign-in, sign-up, the account, and the session of the whole product. */
export const create: CreateRemote = (shell) => {
  const { identity } = shell.config;
  const pool = createUserPoolAccess(async (notify) => {
    const { openUserPool } = await import('./features/session/user-pool/user-pool');
    return openUserPool(identity, notify);
  });
  const session = createSessionProvider({
    tokens: storedTokens(identity.user_pool_client_id),
    pool,
    http: shell.http,
  });
  const pages = createPages(shell, {
    loadPool: pool.load,
    async loadSecurity() {
      await pool.load(); // configures Amplify
      const { openAccountSecurity } = await import('./features/session/user-pool/account-security');
      return openAccountSecurity(identity);
    },
    betweenScreens: createBetweenScreensStore(),
    commonPasswordKeys: rememberParts(async (part) => {
      if (!identity.user_pool_endpoint) return [];
      return (await callOwnPool(identity, 'ListCommonPasswords', { Part: part }))[
        'Keys'
      ] as string[];
    }),
    undoEmailChange: (token) =>
      callPool(async () => {
        const { Email } = await callOwnPool(identity, 'UndoEmailChange', { Token: token });
        return Email as string;
      }),
    endEverywhereNext: session.endEverywhereNext,
  });
  return {
    routes: pages.routes,
    session,
    dispose() {
      pool.close();
      pages.dispose();
    },
  };
};
