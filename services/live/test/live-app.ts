import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { Queues } from '@tomekeeper/jobs';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog } from '@tomekeeper/service-kit';
import {
  createDatabase,
  eventually,
  serviceKeys,
  startFakeService,
  startTestIdentity,
  type FakeService,
  type TestIdentity,
  type TestPerson,
} from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { AppModule } from '../src/app.module';
import type { Config } from '../src/config';
import { entities, migrations } from '../src/db/schema';
import { openStream, type OpenedStream } from './open-stream';

/** Members of a campaign in the fake campaign service, including roles of a newer version. */
export type Table = Map<string, string>;

/** One process of the service. */
export interface LiveProcess {
  app: NestFastifyApplication;
  url: string;
}

/** The live service with a separate database and fake identity and campaign services. */
export interface LiveApp extends LiveProcess {
  identity: TestIdentity;
  campaigns: FakeService;
  uow: UnitOfWork;
  /** Another process on the same database; stopped with the first. */
  another(settings?: Partial<Config>): Promise<LiveProcess>;
  /** @returns a new campaign's id */
  campaign(members: Record<string, TestPerson[]>): string;
  tables: Map<string, Table>;
  /** Sends an invalidation event as another service does. */
  give(hint: GivenHint): Promise<void>;
  listen(as: TestPerson, last?: number, at?: LiveProcess): Promise<OpenedStream>;
  stop(): Promise<void>;
}

const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
} as const;

export async function startLiveApp(settings: Partial<Config> = {}): Promise<LiveApp> {
  const keys = serviceKeys('identity', 'campaign', 'live');
  const tables = new Map<string, Table>();
  const [identity, campaigns, database] = await Promise.all([
    startTestIdentity(keys),
    startFakeService('campaign', keys, (url) => {
      const user = url.searchParams.get('user') ?? '';
      if (url.pathname === '/internal/memberships')
        return {
          memberships: [...tables].flatMap(([campaign_id, table]) => {
            const role = table.get(user);
            return role
              ? [{ campaign_id, role, since: '2020-01-01T00:00:00.000Z', answers_by_model: true }]
              : [];
          }),
        };
      const id = /^\/internal\/campaigns\/([^/]+)\/members$/.exec(url.pathname)?.[1] ?? '';
      const table = tables.get(id);
      return (
        table && {
          campaign_id: id,
          // In these tests a member's membership ID is the user ID; an owner has none.
          members: [...table].map(([id, role]) => ({
            id,
            role,
            ...(role !== 'owner' && { membership_id: id }),
          })),
        }
      );
    }),
    createDatabase('live', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
  ]);
  const log = createLog('live', 'silent');
  const apps: NestFastifyApplication[] = [];
  const start = async (own: Partial<Config> = {}): Promise<LiveProcess> => {
    const app = await createApp({
      module: AppModule.forRoot(
        {
          NODE_ENV: 'test',
          HOST: '127.0.0.1',
          PORT: 0,
          LOG_LEVEL: 'silent',
          SERVICE_PRIVATE_KEY: keys.privateKey('live'),
          SERVICE_PUBLIC_KEYS: keys.publicKeys,
          ...identity.settings,
          QUEUE_URL: database.queueUrl,
          HOST_WORKER: true,
          DATABASE_URL: database.databaseUrl,
          CAMPAIGN_URL: [campaigns.url],
          MAX_STREAMS: 1000,
          HINT_SWEEP_MS: 60_000,
          ...settings,
          ...own,
        },
        log,
      ),
      log,
    });
    apps.push(app);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    // The revocation list comes a moment after the start.
    const first = await identity.join('First Caller');
    await eventually(async () => {
      const stream = await openStream(url, first.token);
      stream.close();
      return stream.status === 200;
    });
    return { app, url };
  };
  const first = await start();
  const queues = first.app.get(Queues);
  return {
    ...first,
    identity,
    campaigns,
    tables,
    uow: first.app.get(UnitOfWork),
    another: (own = {}) => start({ HOST_WORKER: false, ...own }),
    campaign(members) {
      const id = randomUUID();
      const entries = Object.entries(members).flatMap(([role, people]) =>
        people.map((person) => [person.id, role] as const),
      );
      tables.set(id, new Map(entries));
      return id;
    },
    give: (hint) =>
      queues
        .add('events-live', hintGiven.name, hint, RETRY, { jobId: randomUUID() })
        .then(() => {}),
    listen: (as, last, at = first) => openStream(at.url, as.token, last),
    async stop() {
      for (const app of apps.toReversed()) await app.close();
      await Promise.all([database.drop(), identity.stop(), campaigns.stop()]);
    },
  };
}
