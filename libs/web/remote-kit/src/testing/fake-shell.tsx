import { FEDERATION_CONTRACT_VERSION, type PublicConfig } from '@tomekeeper/contracts-federation';
import type { Hint, Hints } from '../hints';
import type { SessionState } from '../session';
import type { ReportContext, ShellApi, Toast } from '../shell-api';
import { createFakeRouting, type FakeRouting } from './fake-routing';
import { FakeServer } from './fake-server';
import { createFakeSession, fakePerson, type FakeSession } from './fake-session';

export interface FakeShellOptions {
  /** URL of the page, including the query. */
  path?: string;
  params?: Readonly<Record<string, string>>;
  /** Defaults to a signed-in user named Mina. */
  session?: SessionState;
  config?: Partial<PublicConfig>;
}

/** Shell for testing one remote in isolation; records its calls. */
export interface FakeShell extends ShellApi {
  readonly session: FakeSession;
  readonly routing: FakeRouting;
  readonly server: FakeServer;
  readonly toasts: Toast[];
  readonly announcements: string[];
  /** Names of docked widgets. */
  readonly docked: readonly string[];
  /** Invalidation events; `give` emits one. */
  readonly hints: Hints & { give: (hint: Hint) => void };
  readonly reports: ({ error: unknown } & Partial<ReportContext>)[];
}

const CONFIG: PublicConfig = {
  environment: 'local',
  identity: {
    user_pool_id: 'local_test',
    user_pool_client_id: 'testclient',
    user_pool_endpoint: 'http://product.test/idp',
  },
  robot_check: { provider: 'none' },
  limits: { max_upload_mb: 200 },
  password_policy: {
    min_length: 8,
    max_length: 256,
    require_uppercase: true,
    require_lowercase: true,
    require_numbers: true,
    require_symbols: false,
  },
};

/** Shell with fake network, router and session. */
export function createFakeShell(options: FakeShellOptions = {}): FakeShell {
  const server = new FakeServer();
  const toasts: Toast[] = [];
  const announcements: string[] = [];
  const reports: FakeShell['reports'] = [];
  const docked: string[] = [];
  return {
    contract: FEDERATION_CONTRACT_VERSION,
    config: { ...CONFIG, ...options.config },
    session: createFakeSession(
      options.session ?? { status: 'signed-in', user: fakePerson('Mina') },
    ),
    routing: createFakeRouting(options.path ?? '/', options.params ?? {}),
    server,
    http: server.http,
    toasts,
    toast: (toast) => void toasts.push(toast),
    announcements,
    announce: (message) => void announcements.push(message),
    hints: createFakeHints(),
    reports,
    report: (error, context) => void reports.push({ error, ...context }),
    docked,
    dock(id) {
      docked.push(id);
      let done = false;
      return () => {
        if (!done) docked.splice(docked.indexOf(id), 1);
        done = true;
      };
    },
    Widget: ({ id, props }) => <div data-widget={id}>{JSON.stringify(props)}</div>,
  };
}

function createFakeHints(): FakeShell['hints'] {
  const listeners = new Set<(hint: Hint) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    give: (hint) => listeners.forEach((listener) => listener(hint)),
  };
}
