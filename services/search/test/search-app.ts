import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isGm, type CampaignRole } from '@tomekeeper/contracts-campaign';
import { Queues } from '@tomekeeper/jobs';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog } from '@tomekeeper/service-kit';
import {
  caller,
  createDatabase,
  eventually,
  serviceKeys,
  startFakeService,
  startScriptedModel,
  startTestIdentity,
  type Caller,
  type FakeService,
  type ScriptedModel,
  type TestDatabase,
  type TestIdentity,
  type TestPerson,
} from '@tomekeeper/testing';
import type { z } from 'zod';
import { AppModule } from '../src/app.module';
import { MODEL_DEFAULTS, type Config } from '../src/config';
import { entities, migrations } from '../src/db/schema';
import { Indexer } from '../src/indexing/indexer';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client';
import { PassageEmbedder } from '../src/embeddings/passage-embedder';
import {
  embeddingSettings,
  startScriptedEmbeddings,
  type EmbeddingModel,
  type ScriptedEmbeddings,
} from './scripted-embeddings';
import { ScriptedCampaign } from './scripted-documents';
import { readScripted, type ScriptedSession } from './scripted-sessions';

export interface GmAndPlayer {
  gm: TestPerson;
  player: TestPerson;
}

/** The service with its own database, and fake identity, campaign and document services. */
export interface SearchApp {
  app: NestFastifyApplication;
  settings: Config;
  identity: TestIdentity;
  campaigns: FakeService;
  documents: FakeService;
  /** Breaks only the change feed, not the watermarks. */
  feed: { isBroken: boolean };
  /** Ends of paths to which campaign and document send invalid responses. */
  brokenPaths: string[];
  /** The language model, which campaigns are read by that say so. */
  model: ScriptedModel;
  /** The scripted embedding provider. */
  embeddings: ScriptedEmbeddings;
  database: TestDatabase;
  uow: UnitOfWork;
  indexer: Indexer;
  call: Caller;
  /** Retries after index lag, because the machine may be busy. */
  callUntilReady: Caller;
  /** Creates a campaign with scripted documents. */
  campaign(
    people: readonly (readonly [TestPerson, CampaignRole])[],
    options?: { id?: string; newId?: () => string },
  ): { id: string; written: ScriptedCampaign };
  /** Notes of a player: `spoilers` are private, `forGms` for GMs, the others for the party. */
  notebook(campaign: string, author: TestPerson): { id: string; written: ScriptedCampaign };
  /** A campaign of a GM and a player. */
  campaignOf(two: GmAndPlayer): { id: string; written: ScriptedCampaign };
  joinGmAndPlayer(): Promise<GmAndPlayer>;
  /** Sets the permission for models, or computes it per request; undefined by default. */
  allowModels(campaign: string, isOn: boolean | (() => boolean)): void;
  /** As other services do, by way of the queue. */
  publish<Payload extends object>(
    event: { name: string; payload: z.ZodType<Payload> },
    payload: Payload,
  ): Promise<unknown>;
  join(campaign: string, person: TestPerson, role: CampaignRole): void;
  /** Removes a member. */
  leave(campaign: string, person: TestPerson): void;
  end(campaign: string): void;
  /** Sets the sessions of a campaign; those without a number are not announced. */
  setSessions(campaign: string, sessions: readonly ScriptedSession[]): void;
  /** Embeds all pending passages. @param timeout milliseconds, for books and the real model */
  embedAll(timeout?: number): Promise<void>;
  stop(): Promise<void>;
}

const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
} as const;

/** Membership id of a user. */
export const membershipOf = (user: string): string => user.replace(/^.{8}/, '77777777');
const stay = (user: string) => ({
  membership_id: membershipOf(user),
  since: '2020-01-01T00:00:00.000Z',
});

/** @param readsForMeaning nothing does without it */
export async function startSearchApp(readsForMeaning?: EmbeddingModel): Promise<SearchApp> {
  const keys = serviceKeys('identity', 'campaign', 'document', 'search');
  const roles = new Map<string, Map<string, CampaignRole>>();
  const written = new Map<string, ScriptedCampaign>();
  const feed = { isBroken: false };
  const brokenPaths: string[] = [];
  const isBroken = (path: string) => brokenPaths.some((end) => path.endsWith(end));
  const sessions = new Map<string, readonly ScriptedSession[]>();
  const readByModel = new Map<string, () => boolean>();
  const notebooks: { id: string; campaign: string; author: string; written: ScriptedCampaign }[] =
    [];
  const readNotebooks = (campaign: string, asked: URLSearchParams) =>
    notebooks.flatMap(({ id, author, written: its, ...notebook }) => {
      if (notebook.campaign !== campaign || !its.isBegun) return [];
      const isForGms = asked.get('role') === 'gm' || asked.get('membership') === id;
      const reads = asked.get('user') === author ? 'all' : its.notesFor(isForGms ? 'gms' : 'party');
      return reads ? [{ id, reads, ...its.numbers }] : [];
    });
  const [identity, campaigns, documents, database, model, embeddings] = await Promise.all([
    startTestIdentity(keys),
    startFakeService('campaign', keys, ({ pathname, searchParams }) => {
      if (isBroken(pathname)) return Buffer.from('nothing');
      const user = searchParams.get('user') ?? '';
      if (pathname === '/internal/memberships')
        return {
          memberships: [...roles].flatMap(([campaign_id, people]) => {
            const role = people.get(user);
            const answers_by_model = readByModel.get(campaign_id)?.() ?? false;
            return role ? [{ campaign_id, role, ...stay(user), answers_by_model }] : [];
          }),
        };
      const campaign_id = pathname.split('/')[3] ?? '';
      if (pathname.endsWith('/members')) {
        const people = roles.get(campaign_id);
        const members = [...(people ?? [])].map(([id, role]) => ({ id, role }));
        return people && { campaign_id, members };
      }
      if (pathname.endsWith('/sessions')) {
        const viewer = searchParams.get('view_as') ?? user;
        const forGm = isGm(roles.get(campaign_id)?.get(viewer));
        return { sessions: readScripted(sessions.get(campaign_id) ?? [], forGm) };
      }
      const answers_by_model = readByModel.get(campaign_id)?.();
      if (pathname.endsWith('/settings'))
        return answers_by_model === undefined ? undefined : { campaign_id, answers_by_model };
      const role = roles.get(campaign_id)?.get(user);
      return (
        role && {
          ...{ campaign_id, role, ...stay(user), title: '' },
          answers_by_model: answers_by_model ?? false,
        }
      );
    }),
    startFakeService('document', keys, ({ pathname, searchParams }) => {
      const [, , , campaign = '', what] = pathname.split('/');
      if (isBroken(pathname)) return Buffer.from('nothing');
      const its = written.get(campaign);
      const found = its?.isBegun ? its : undefined;
      if (what === 'notebooks') return { notebooks: readNotebooks(campaign, searchParams) };
      if (what === 'changes' && feed.isBroken) return Buffer.from('nothing');
      if (what === 'changes')
        return found?.changes(searchParams.get('after') ?? '0', searchParams.get('only'));
      if (what === 'visible-since') return found?.visibleSince(searchParams) ?? { passages: [] };
      const membership = searchParams.get('membership');
      if (what === 'sees-anything') return { sees_anything: found?.isSeenBy(membership) ?? false };
      if (what === 'shared-folder')
        return found && { documents: found.inSharedFolder(searchParams.get('tag') ?? '') };
      return membership === null ? found?.numbers : found?.numbersOf(membership);
    }),
    createDatabase('search', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
    startScriptedModel(),
    startScriptedEmbeddings(),
  ]);
  const log = createLog('search', 'silent');
  const settings: Config = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    SERVICE_PRIVATE_KEY: keys.privateKey('search'),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    ...identity.settings,
    QUEUE_URL: database.queueUrl,
    HOST_WORKER: true,
    DATABASE_URL: database.databaseUrl,
    CAMPAIGN_URL: [campaigns.url],
    DOCUMENT_URL: [documents.url],
    ...MODEL_DEFAULTS,
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'scripted-1',
    LLM_API_KEY: 'sk-canary-key',
    LLM_ASKS_PER_HOUR: 10_000,
    LLM_TOKENS_PER_CAMPAIGN_DAY: 1_000_000_000,
    LLM_TOKENS_PER_DAY: 1_000_000_000,
    ...embeddingSettings(readsForMeaning, embeddings.url),
  };
  const app = await createApp({ module: AppModule.forRoot(settings, log), log });
  await app.init();
  // The order of results does not depend on the speed of the machine.
  Object.assign(app.get(EmbeddingsClient).timeouts, { question: 20_000, quotations: 20_000 });

  const call = caller(app);
  // The revocation list comes a moment after the start.
  const first = await identity.join('First Caller');
  await eventually(async () => {
    expect(await call('GET', '/api/search/?q=x', { as: first })).toMatchObject({ status: 200 });
    return true;
  }).catch(async (error: unknown) => {
    await app.close(); // else its workers would outlive the run
    throw error;
  });

  const campaign: SearchApp['campaign'] = (people, { id = randomUUID(), newId } = {}) => {
    const its = new ScriptedCampaign(newId);
    roles.set(id, new Map(people.map(([person, role]) => [person.id, role])));
    written.set(id, its);
    return { id, written: its };
  };

  return {
    app,
    settings,
    identity,
    campaigns,
    documents,
    feed,
    brokenPaths,
    model,
    embeddings,
    database,
    uow: app.get(UnitOfWork),
    indexer: app.get(Indexer),
    call,
    callUntilReady: (...asked) =>
      eventually(async () => {
        const answer = await call(...asked);
        // On a busy machine another service may answer too late.
        const isLate = asked[0] === 'GET' && answer.status === 503;
        return isLate || answer.body?.code === 'search.not_ready' ? undefined : answer;
      }),
    campaign,
    notebook(inCampaign, author) {
      const id = membershipOf(author.id);
      const its = new ScriptedCampaign();
      written.set(id, its);
      notebooks.push({ id, campaign: inCampaign, author: author.id, written: its });
      return { id, written: its };
    },
    campaignOf: ({ gm, player }) =>
      campaign([
        [gm, 'owner'],
        [player, 'player'],
      ]),
    async joinGmAndPlayer() {
      const [gm, player] = await Promise.all([identity.join('Gm'), identity.join('Player')]);
      return { gm, player };
    },
    allowModels: (campaign, isOn) =>
      void readByModel.set(campaign, typeof isOn === 'boolean' ? () => isOn : isOn),
    publish: (event, payload) =>
      app.get(Queues).add('events-search', event.name, payload, RETRY, { jobId: randomUUID() }),
    join: (campaign, person, role) => void roles.get(campaign)?.set(person.id, role),
    leave: (campaign, person) => void roles.get(campaign)?.delete(person.id),
    end(campaign) {
      roles.delete(campaign);
      written.delete(campaign);
    },
    setSessions: (campaign, all) => void sessions.set(campaign, all),
    async embedAll(timeout) {
      const reading = app.get(PassageEmbedder);
      await eventually(
        async () => {
          await reading.run();
          return (await reading.countPending()) === 0;
        },
        timeout === undefined ? {} : { timeout },
      );
    },
    async stop() {
      await app.close();
      await Promise.all([
        database.drop(),
        ...[identity, campaigns, documents, model, embeddings].map((one) => one.stop()),
      ]);
    },
  };
}
