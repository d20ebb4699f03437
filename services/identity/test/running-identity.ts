import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import {
  MAIL_SEAL_PURPOSE,
  mailRequest,
  mailRequested,
  type MailRequest,
} from '@tomekeeper/contracts-mailing';
import type { EventDefinition } from '@tomekeeper/contracts-events';
import { eventQueue, Queues, WorkerHost, type JobDefinition } from '@tomekeeper/jobs';
import { migrate } from '@tomekeeper/persistence';
import { createApp, createLog, Keyring } from '@tomekeeper/service-kit';
import {
  createDatabase,
  eventually,
  freePort,
  serviceKeys,
  type TestDatabase,
} from '@tomekeeper/testing';
import { Client } from 'pg';
import { AppModule, type PoolExtensions } from '../src/app.module';
import type { Config } from '../src/config';
import { entities, migrations } from '../src/db/schema';
import { allowOtherOrigins } from '../src/protocol/user-pool.controller';
import { readProtocolBodies } from '../src/protocol/operations';
import { PLAIN_CLIENT_ID, poolCalls, WEB_CLIENT_ID, type PoolCalls } from './pool-calls';

/** Real parts on a busy machine take their time. */

/** Nothing listens here. */
const NOWHERE = 'http://127.0.0.1:9';

export * from './pool-calls';
export const POOL_ID = 'local_Test1pool';

/** The real service on a free port with a separate database. */
export interface RunningIdentity extends PoolCalls {
  /** Where the service listens. */
  url: string;
  /** The user pool's endpoint. */
  endpoint: string;
  issuer: string;
  database: TestDatabase;
  keys: ReturnType<typeof serviceKeys>;
  /** Waits for the newest mail of this kind to this address. */
  mail<T extends MailRequest['template']>(
    template: T,
    to: string,
  ): Promise<Extract<MailRequest, { template: T }>>;
  mailsTo(address: string): MailRequest[];
  clearInbox(): void;
  /** Addresses of the `addressDeleted` events for the mailing service. */
  erasedAddresses: readonly string[];
  app: NestFastifyApplication;
  /** Rows straight from the service's schema. */
  sql<Row extends object>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** Events of an account, newest first. */
  eventsOf(userId: string): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Options extends Partial<Config> {
  extensions?: PoolExtensions;
  /** The database of another instance, which is not dropped at the end. */
  database?: TestDatabase;
  /** Passwords in the clear from the product's own client, whose tokens alone count for its API. */
  sendsPasswords?: boolean;
}

export async function startIdentity({
  extensions,
  database: shared,
  sendsPasswords = false,
  ...overrides
}: Options = {}): Promise<RunningIdentity> {
  const database =
    shared ??
    (await createDatabase('identity', (databaseUrl) =>
      migrate({ databaseUrl, entities, migrations }),
    ));
  if (shared) await migrate({ databaseUrl: shared.databaseUrl, entities, migrations });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const issuer = `${url}/idp/${POOL_ID}`;
  const keys = serviceKeys('identity', 'campaign', 'document', 'gateway');
  const config: Config = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    LOG_LEVEL: 'error',
    SERVICE_PRIVATE_KEY: keys.privateKey('identity'),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    TOKEN_ISSUER: issuer,
    POOL_CLIENT_ID: WEB_CLIENT_ID,
    JWKS_URL: [`${issuer}/.well-known/jwks.json`],
    IDENTITY_URL: [url],
    REVOCATION_POLL_MS: 1000,
    QUEUE_URL: database.queueUrl,
    HOST_WORKER: true,
    DATABASE_URL: database.databaseUrl,
    CAMPAIGN_URL: [NOWHERE],
    DOCUMENT_URL: [NOWHERE],
    MAILING_URL: [NOWHERE],
    CONTACT_URL: [NOWHERE],
    PUBLIC_URL: 'http://localhost:8080',
    DEVICES: 'opt-in',
    IDP_ALLOWED_ORIGINS: [],
    POOL_ID,
    POOL_MANAGED: false,
    POOL_KEYS: keyring(),
    MAIL_SEAL_KEYS: keyring(),
    ID_TOKEN_SECONDS: 3600,
    ACCESS_TOKEN_SECONDS: 3600,
    REFRESH_TOKEN_SECONDS: 86_400,
    REFRESH_GRACE_SECONDS: 20,
    MFA: 'OPTIONAL',
    TEMPORARY_PASSWORD_DAYS: 7,
    REQUIRED_ATTRIBUTES: [],
    ...overrides,
  };
  const log = createLog('identity', config.LOG_LEVEL);
  const app = await createApp({ module: AppModule.forRoot(config, log, extensions), log });
  readProtocolBodies(app);
  allowOtherOrigins(app, config.IDP_ALLOWED_ORIGINS);
  await app.listen(port, config.HOST);

  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('SET search_path = identity');
  await admin.query(
    `INSERT INTO pool_client (pool_id, client_id, flows, rotates_refresh_tokens)
     VALUES ($1, $2, '{USER_SRP_AUTH,USER_PASSWORD_AUTH,USER_AUTH,CUSTOM_AUTH,REFRESH_TOKEN_AUTH}', false)
     ON CONFLICT DO NOTHING`,
    [POOL_ID, PLAIN_CLIENT_ID],
  );
  if (sendsPasswords)
    await admin.query(
      `UPDATE pool_client SET flows = '{USER_PASSWORD_AUTH,REFRESH_TOKEN_AUTH}' WHERE client_id = $1`,
      [WEB_CLIENT_ID],
    );

  const mails: MailRequest[] = [];
  const erasedAddresses: string[] = [];
  const queues = new Queues(database.queueUrl);
  const mailing = new WorkerHost(queues.backend, log);
  mailing.start(
    new Map([
      [
        heardByMailing(mailRequested),
        async (payload: unknown) => {
          const { sealed } = mailRequested.payload.parse(payload);
          const plain = config.MAIL_SEAL_KEYS.open(sealed, MAIL_SEAL_PURPOSE).toString();
          mails.push(mailRequest.parse(JSON.parse(plain)));
        },
      ],
      [
        heardByMailing(addressDeleted),
        async (payload: unknown) => {
          const { sealed } = addressDeleted.payload.parse(payload);
          erasedAddresses.push(config.MAIL_SEAL_KEYS.open(sealed, ADDRESS_SEAL_PURPOSE).toString());
        },
      ],
    ]),
  );

  const sql: RunningIdentity['sql'] = async (text, parameters = []) =>
    (await admin.query(text, parameters)).rows;
  return {
    ...poolCalls(`${url}/idp`),
    url,
    app,
    endpoint: `${url}/idp`,
    issuer,
    database,
    keys,
    mail: (template, to) =>
      eventually(() =>
        mails
          .filter((mail) => isTemplate(mail, template))
          .filter((mail) => mail.to === to.toLowerCase())
          .at(-1),
      ),
    mailsTo: (address) => mails.filter((mail) => mail.to === address.toLowerCase()),
    erasedAddresses,
    clearInbox: () => mails.splice(0),
    sql,
    eventsOf: async (userId) =>
      (
        await sql<{ kind: string }>(
          'SELECT kind FROM security_event WHERE user_id = $1 ORDER BY seq DESC',
          [userId],
        )
      ).map(({ kind }) => kind),
    async stop() {
      await mailing.close();
      await queues.close();
      await app.close();
      await admin.end();
      if (!shared) await database.drop();
    },
  };
}

/**
 * Starts the service for all tests of a file; its data is available when they run.
 * @param prepare runs before the tests
 */
export function runningIdentity({
  prepare,
  ...options
}: Options & { prepare?: (identity: RunningIdentity) => unknown } = {}): RunningIdentity {
  const identity = {} as RunningIdentity;
  beforeAll(async () => {
    Object.assign(identity, await startIdentity(options));
    await prepare?.(identity);
  }, 60_000);
  afterAll(() => identity.stop());
  return identity;
}

const heardByMailing = ({ name, payload }: EventDefinition): JobDefinition => ({
  name,
  payload,
  queue: eventQueue('mailing'),
  attempts: 1,
  backoff: { type: 'exponential', delayMs: 100, maxDelayMs: 100 },
});

export const keyring = () => Keyring.parse(`1:${randomBytes(32).toString('base64')}`);

function isTemplate<T extends MailRequest['template']>(
  mail: MailRequest,
  template: T,
): mail is Extract<MailRequest, { template: T }> {
  return mail.template === template;
}
