import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  campaignDocument,
  replacedFileAnswer,
  type CampaignDocument,
  type ReplacedFileAnswer,
} from '@tomekeeper/contracts-document';
import type { EventDefinition } from '@tomekeeper/contracts-events';
import type {
  CampaignContent,
  ChangedSession,
  ImportSessionsRequest,
  SessionContent,
} from '@tomekeeper/contracts-campaign';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { Queues } from '@tomekeeper/jobs';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog } from '@tomekeeper/service-kit';
import {
  caller,
  createDatabase,
  eventually,
  serviceKeys,
  startFakeService,
  startSwitchableLink,
  startTestIdentity,
  testEnvironment,
  watchEvents,
  type Caller,
  type FakeService,
  type SwitchableLink,
  type TestDatabase,
  type TestIdentity,
  type TestPerson,
} from '@tomekeeper/testing';
import { INTERACTIVE_LIMITS, WAITING_LIMITS } from '../src/sandbox/interactive-processes';
import { AppModule } from '../src/app.module';
import type { Config } from '../src/config';
import { entities, migrations } from '../src/db/schema';
import { ExtractionWorker } from '../src/extraction-jobs/extraction-worker';
import { PlayerTextWriter } from '../src/extraction-jobs/player-text-writer';
import { ThumbnailWorker } from '../src/thumbnails/thumbnail-worker';

export interface UploadOptions {
  name?: string;
  spoilers?: boolean;
  tags?: string[];
  content?: string | Buffer;
  contentType?: string;
}

/** A document, as far as it takes to find it. */
type DocumentRef = Pick<CampaignDocument, 'id' | 'campaign'>;

/** The service with its own database and bucket and with fake identity and campaign services. */
export interface DocumentApp {
  app: NestFastifyApplication;
  /** Configuration of the service. */
  settings: Config;
  uow: UnitOfWork;
  database: TestDatabase;
  identity: TestIdentity;
  /** The campaign service's edge, to take it down. */
  campaigns: FakeService;
  /** The line of the service to the object store; browsers have their own. */
  storeLink: SwitchableLink;
  call: Caller;
  /** Emitted invalidation events, oldest first. */
  hints: readonly GivenHint[];
  /** A token with which the identity service calls this one. */
  tokenOfIdentity(): Promise<string>;
  /** Token of the search indexer. */
  tokenOfSearch(): Promise<string>;
  /** A campaign as the campaign service knows it. @returns its id */
  campaign(owner: TestPerson, players?: TestPerson[], coGms?: TestPerson[]): string;
  /** Sets the title of a campaign. */
  entitle(campaign: string, title: string): void;
  /** Which stay in a campaign a player's is. */
  membership(campaign: string, player: TestPerson): string;
  /** Removes and adds players; a returning player has another membership. */
  leave(campaign: string, player: TestPerson): void;
  join(campaign: string, player: TestPerson): void;
  /** Leaves the campaign out of the list of memberships, as one beyond the list's bound. */
  unlist(campaign: string): void;
  /** Announced and moved sessions in the campaign service. */
  sessions: ChangedSession[];
  /** Sessions and characters of campaigns, the same for every member, in the campaign service. */
  contents: Map<string, Pick<CampaignContent, 'members'> & { sessions: SessionContent[] }>;
  /** Requests to add imported sessions. */
  importedSessions: ImportSessionsRequest[];
  /** Deletes the campaign in the fake campaign service. */
  deleteCampaign(campaign: string): void;
  /** Delivers a domain event of another service. @returns the event's id */
  hear<Payload>(
    event: EventDefinition<string, Payload>,
    payload: Payload,
    id?: string,
  ): Promise<string>;
  /** Presign, PUT, finalize, as the upload dialog does. @returns the document */
  upload(owner: TestPerson, campaign: string, options?: UploadOptions): Promise<CampaignDocument>;
  /** Presign and PUT of a file that is to replace another. @returns its key */
  send(gm: TestPerson, campaign: string, replaces: string, file?: UploadOptions): Promise<string>;
  /** Gives a document another file. @returns the document, and the version that its file before is now */
  replaceFile(
    gm: TestPerson,
    document: DocumentRef,
    file?: UploadOptions,
  ): Promise<ReplacedFileAnswer>;
  /** Makes the pictures that are due, as the worker does once a minute. */
  makePictures(): Promise<void>;
  /** Reads the files that are due and shows their texts, as the worker does, until nothing is left. */
  readTexts(): Promise<void>;
  /** Keys in the bucket. */
  objects(): Promise<string[]>;
  stop(): Promise<void>;
}

export const MAX_UPLOAD_MB = 1;

/** Game system of every campaign. */
export const GAME_SYSTEM = 'D&D 5e';
const CONTENT_PATH = /^\/internal\/campaigns\/([^/]+)\/content(?:\/sessions\/([^/]+))?$/;

/** Membership of a user's stay in a campaign, a UUID version 5. */
const membershipOf = (campaign: string, user: string): string => {
  const hash = createHash('sha1').update(`${campaign} ${user}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

const COUNTED = 'SELECT document_id, begins, audience_class, n FROM passage_count';
const COUNTED_PLAINLY = `
  SELECT document_id, passage_block(position), audience_class, count(*)::int FROM passage GROUP BY 1, 2, 3`;
/** Passage counts that are wrong or missing. */
export const WRONG_COUNTS = `
  (${COUNTED} EXCEPT ${COUNTED_PLAINLY}) UNION ALL (${COUNTED_PLAINLY} EXCEPT ${COUNTED})`;

export interface DocumentAppOptions {
  /** False if separate processes are the workers. */
  hostWorker?: boolean;
  maxUploadMb?: number;
}

export async function startDocumentApp({
  hostWorker = true,
  maxUploadMb = MAX_UPLOAD_MB,
}: DocumentAppOptions = {}): Promise<DocumentApp> {
  // On a busy machine a request may wait for a child process longer than a person would.
  Object.assign(INTERACTIVE_LIMITS, { time: 60_000 });
  Object.assign(WAITING_LIMITS, { ms: 60_000 });
  const env = testEnvironment();
  const keys = serviceKeys('identity', 'campaign', 'document', 'search');
  const signer = await ServiceTokenSigner.create(keys.privateKey('identity'));
  const signerOfSearch = await ServiceTokenSigner.create(keys.privateKey('search'));
  const tables = new Map<string, { owner: string; players: string[]; coGms: string[] }>();
  const unlisted = new Set<string>();
  /** Stays of players who left and returned. */
  const stays = new Map<string, string>();
  /** When players returned. */
  const joined = new Map<string, string>();
  const titles = new Map<string, string>();
  const sessions: ChangedSession[] = [];
  const contents: DocumentApp['contents'] = new Map();
  const importedSessions: ImportSessionsRequest[] = [];
  const contentOf = (campaign: string, session: string | undefined) => {
    const { members, sessions } = contents.get(campaign) ?? { members: [], sessions: [] };
    if (session !== undefined) return sessions.find(({ id }) => id === session);
    return {
      game_system: GAME_SYSTEM,
      members,
      sessions: sessions.map(({ id, title }) => ({ id, title })),
    };
  };
  const stayOf = (campaign: string, user: string) => {
    const key = `${campaign} ${user}`;
    return stays.get(key) ?? membershipOf(campaign, user);
  };
  const withStay = (campaign_id: string, user: string, role: string) => ({
    role,
    since: joined.get(`${campaign_id} ${user}`) ?? '2020-01-01T00:00:00.000Z',
    answers_by_model: true,
    ...(role !== 'owner' && { membership_id: stayOf(campaign_id, user) }),
  });
  const roleIn = (campaign: string | undefined, user: string | null) => {
    const table = tables.get(campaign ?? '');
    if (table?.owner === user) return 'owner';
    if (user && table?.coGms.includes(user)) return 'co_gm';
    return user && table?.players.includes(user) ? 'player' : undefined;
  };
  const membersOf = (campaign_id: string) => {
    const table = tables.get(campaign_id);
    if (!table) return undefined;
    const members = [table.owner, ...table.coGms, ...table.players].map((id) => ({
      id,
      ...withStay(campaign_id, id, roleIn(campaign_id, id)!),
    }));
    return { campaign_id, members };
  };
  const [identity, campaigns, database, storeLink] = await Promise.all([
    startTestIdentity(keys),
    startFakeService('campaign', keys, async (url, request) => {
      const user = url.searchParams.get('user');
      if (url.pathname === '/internal/memberships') {
        const memberships = [...tables.keys()].flatMap((campaign_id) => {
          const role = roleIn(campaign_id, user);
          return user && role && !unlisted.has(campaign_id)
            ? [{ campaign_id, ...withStay(campaign_id, user, role) }]
            : [];
        });
        return { memberships };
      }
      if (url.pathname === '/internal/session-news')
        return {
          sessions: sessions.filter(({ campaign_id }) => roleIn(campaign_id, user) === 'player'),
        };
      if (request.method === 'PUT') {
        importedSessions.push((await json(request)) as ImportSessionsRequest);
        return { added: importedSessions.at(-1)!.sessions.length, known: 0, no_room: 0 };
      }
      const [, of = '', session] = CONTENT_PATH.exec(url.pathname) ?? [];
      if (roleIn(of, user)) return contentOf(of, session);
      const [, id = '', what] = /^\/internal\/campaigns\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
      if (what === 'members') return membersOf(id);
      const role = roleIn(id, user);
      if (!user || !role) return undefined;
      return { campaign_id: id, ...withStay(id, user, role), title: titles.get(id) ?? '' };
    }),
    createDatabase('document', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
    startSwitchableLink(env.TEST_S3_ENDPOINT),
  ]);
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  const log = createLog('document', 'silent');
  const settings: Config = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    SERVICE_PRIVATE_KEY: keys.privateKey('document'),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    ...identity.settings,
    QUEUE_URL: database.queueUrl,
    HOST_WORKER: hostWorker,
    DATABASE_URL: database.databaseUrl,
    CAMPAIGN_URL: [campaigns.url],
    S3_ENDPOINT: storeLink.url,
    S3_PUBLIC_ENDPOINT: env.TEST_S3_ENDPOINT,
    S3_REGION: env.TEST_S3_REGION,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: env.TEST_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.TEST_S3_SECRET_ACCESS_KEY,
    S3_FORCE_PATH_STYLE: true,
    MAX_UPLOAD_MB: maxUploadMb,
    MAX_IMPORT_MB: 1024,
  };
  const app = await createApp({ module: AppModule.forRoot(settings, log), log });
  await app.init();
  const hints = watchEvents(app.get(UnitOfWork), hintGiven);
  const s3 = new S3Client({
    endpoint: env.TEST_S3_ENDPOINT,
    region: env.TEST_S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.TEST_S3_ACCESS_KEY_ID,
      secretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY,
    },
  });
  const objects = async () => {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket }))
      keys.push(...Contents.map(({ Key }) => Key ?? ''));
    return keys.sort();
  };

  const call = caller(app);
  // The revocation list and the bucket come a moment after the start.
  const first = await identity.join('First Caller');
  await eventually(async () => {
    expect(await call('GET', '/api/documents/', { as: first })).toMatchObject({ status: 200 });
    await objects();
    return true;
  }).catch(async (error: unknown) => {
    await app.close(); // otherwise its workers would outlive the run
    throw error;
  });

  /** Presign and PUT, as a browser does. @returns the key */
  const begin = async (
    as: TestPerson,
    campaign: string,
    {
      name = 'map.bin',
      spoilers = false,
      content = 'here be dragons',
      // A type that is neither rendered nor extracted, because each such file needs a process.
      contentType = 'application/octet-stream',
      replaces,
    }: UploadOptions & { replaces?: string },
  ): Promise<string> => {
    const prepared = await call('POST', '/api/documents/presign/', {
      as,
      body: {
        campaign,
        file_name: name,
        content_type: contentType,
        is_spoilers: spoilers,
        size: Buffer.byteLength(content),
        replaces,
      },
    });
    expect(prepared).toMatchObject({ status: 200 });
    const { upload_url, headers, key } = prepared.body;
    const put = await fetch(upload_url, { method: 'PUT', headers, body: content });
    expect(put.status).toBe(200);
    return key;
  };

  return {
    app,
    settings,
    hints,
    uow: app.get(UnitOfWork),
    database,
    identity,
    campaigns,
    storeLink,
    call,
    // Tokens are short-lived, and tests may be slow.
    tokenOfSearch: () => signerOfSearch.tokenFor('document'),
    tokenOfIdentity: () => signer.tokenFor('document'),
    campaign(owner, players = [], coGms = []) {
      const id = randomUUID();
      const ids = (people: TestPerson[]) => people.map((person) => person.id);
      tables.set(id, { owner: owner.id, players: ids(players), coGms: ids(coGms) });
      return id;
    },
    sessions,
    contents,
    importedSessions,
    entitle: (campaign, title) => void titles.set(campaign, title),
    membership: (campaign, player) => stayOf(campaign, player.id),
    leave(campaign, player) {
      const table = tables.get(campaign)!;
      table.players = table.players.filter((id) => id !== player.id);
      stays.set(`${campaign} ${player.id}`, randomUUID());
    },
    join(campaign, player) {
      tables.get(campaign)!.players.push(player.id);
      joined.set(`${campaign} ${player.id}`, new Date().toISOString());
    },
    async hear(event, payload, jobId = randomUUID()) {
      const backoff = { type: 'exponential', delayMs: 50, maxDelayMs: 100 } as const;
      const options = { attempts: 5, backoff };
      await app.get(Queues).add('events-document', event.name, payload, options, { jobId });
      return jobId;
    },
    unlist: (campaign) => void unlisted.add(campaign),
    deleteCampaign: (campaign) => void tables.delete(campaign),
    async upload(owner, campaign, file = {}) {
      const { name = 'map.bin', spoilers = false } = file;
      const key = await begin(owner, campaign, { ...file, name });
      const made = await call('POST', '/api/documents/finalize/', {
        as: owner,
        body: {
          campaign,
          s3_key: key,
          is_spoilers: spoilers,
          original_filename: name,
          tags: file.tags,
        },
      });
      expect(made).toMatchObject({ status: 201 });
      return campaignDocument.parse(made.body);
    },
    send: (gm, campaign, replaces, file) => begin(gm, campaign, { ...file, replaces }),
    async replaceFile(gm, { id, campaign }, file) {
      const s3_key = await begin(gm, campaign, { ...file, replaces: id });
      const url = `/api/documents/${id}/versions/`;
      const answer = await call('POST', url, { as: gm, body: { s3_key } });
      expect(answer).toMatchObject({ status: 200 });
      return replacedFileAnswer.parse(answer.body);
    },
    makePictures: () => app.get(ThumbnailWorker).makeDue(),
    async readTexts() {
      const reader = app.get(ExtractionWorker);
      const left = `SELECT 1 FROM document d LEFT JOIN reading r ON r.document_id = d.id
                     WHERE d.read_key IS DISTINCT FROM d.s3_key OR r.due_at IS NOT NULL LIMIT 1`;
      const isLeft = async () => (await app.get(UnitOfWork).query(left)).length > 0;
      // The worker of the app may have taken some of them.
      for (await reader.readDue(); await isLeft(); await reader.readDue())
        await new Promise((resolve) => setTimeout(resolve, 20));
      await app.get(PlayerTextWriter).showDue();
    },
    objects,
    async stop() {
      const wrong = await app.get(UnitOfWork).query(WRONG_COUNTS);
      // A connection whose request was not read to its end would keep the server open for its idle timeout of 72 s.
      app.getHttpServer().closeAllConnections();
      await app.close();
      s3.destroy();
      await Promise.all([database.drop(), identity.stop(), campaigns.stop(), storeLink.stop()]);
      // Applies to every test.
      expect(wrong).toEqual([]);
    },
  };
}
