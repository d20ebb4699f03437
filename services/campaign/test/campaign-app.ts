import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog, Keyring } from '@tomekeeper/service-kit';
import {
  caller,
  createDatabase,
  eventually,
  serviceKeys,
  startTestIdentity,
  watchEvents,
  type Caller,
  type ServiceKeys,
  type TestDatabase,
  type TestIdentity,
  type TestPerson,
} from '@tomekeeper/testing';
import { AppModule } from '../src/app.module';
import { entities, migrations } from '../src/db/schema';
import { InviteTokens } from '../src/invites/invite-tokens';

/** The campaign service with a separate database and a fake identity service. */
export interface CampaignApp {
  app: NestFastifyApplication;
  identity: TestIdentity;
  database: TestDatabase;
  keys: ServiceKeys;
  uow: UnitOfWork;
  call: Caller;
  /** Invalidation events of changes, oldest first. */
  hints: readonly GivenHint[];
  /** @returns the new campaign's id */
  campaign(owner: TestPerson, players?: TestPerson[], title?: string): Promise<string>;
  /** Adds people and makes them co-GMs. */
  coGms(campaign: string, owner: TestPerson, people: TestPerson[]): Promise<void>;
  hashOfToken(token: string): Buffer;
  hashOfAddress(email: string): Buffer;
  stop(): Promise<void>;
}

export const PUBLIC_URL = 'http://tomekeeper.test';
export const keyring = Keyring.parse(`1:${Buffer.alloc(32, 7).toString('base64')}`);

export async function startCampaignApp(): Promise<CampaignApp> {
  const keys = serviceKeys('identity', 'campaign', 'document', 'search', 'mailing', 'live');
  const [identity, database] = await Promise.all([
    startTestIdentity(keys),
    createDatabase('campaign', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
  ]);
  const log = createLog('campaign', 'silent');
  const app = await createApp({
    module: AppModule.forRoot(
      {
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: 0,
        LOG_LEVEL: 'silent',
        SERVICE_PRIVATE_KEY: keys.privateKey('campaign'),
        SERVICE_PUBLIC_KEYS: keys.publicKeys,
        ...identity.settings,
        QUEUE_URL: database.queueUrl,
        HOST_WORKER: true,
        DATABASE_URL: database.databaseUrl,
        PUBLIC_URL,
        MAIL_SEAL_KEYS: keyring,
      },
      log,
    ),
    log,
  });
  await app.init();

  const call = caller(app);
  const hints = watchEvents(app.get(UnitOfWork), hintGiven);
  // The revocation list comes a moment after the start.
  const first = await identity.join('First Caller');
  await eventually(async () => {
    expect(await call('GET', '/api/campaigns/', { as: first })).toMatchObject({ status: 200 });
    return true;
  }).catch(async (error: unknown) => {
    await app.close(); // otherwise its workers would outlive the run
    throw error;
  });

  return {
    app,
    identity,
    database,
    keys,
    uow: app.get(UnitOfWork),
    call,
    hints,
    async campaign(owner, players = [], title = 'Curse of Strahd') {
      const made = await call('POST', '/api/campaigns/', {
        as: owner,
        body: { title, game_system: 'D&D 5e', players: players.map(({ id }) => id) },
      });
      expect(made.status).toBe(201);
      return made.body.id;
    },
    async coGms(campaign, owner, people) {
      const players = people.map(({ id }) => id);
      const url = `/api/campaigns/${campaign}`;
      const added = await call('POST', `${url}/add-players/`, { as: owner, body: { players } });
      expect(added.status).toBe(200);
      for (const player of players) {
        const body = { role: 'co_gm' };
        const made = await call('PATCH', `${url}/players/${player}/`, { as: owner, body });
        expect(made.status).toBe(200);
      }
    },
    hashOfToken: (token) => app.get(InviteTokens).hash(token),
    hashOfAddress: (email) => app.get(InviteTokens).hashOfAddress(email),
    async stop() {
      await app.close();
      await Promise.all([database.drop(), identity.stop()]);
    },
  };
}
