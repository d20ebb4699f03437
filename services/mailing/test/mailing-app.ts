import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import { eventQueue, Queues } from '@tomekeeper/jobs';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog, Keyring } from '@tomekeeper/service-kit';
import {
  createDatabase,
  caller,
  serviceKeys,
  startTestIdentity,
  testEnvironment,
  type Caller,
  type QueueUrlFor,
  type TestDatabase,
  type TestIdentity,
} from '@tomekeeper/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { AppModule } from '../src/app.module';
import { entities, migrations } from '../src/db/schema';
import { sendMail } from '../src/mails/mail-delivery';

export const PUBLIC_URL = 'https://tomekeeper.example';
export const SEAL_KEYS = `1:${randomBytes(32).toString('base64')}`;
const RETRY = {
  attempts: 5,
  backoff: { type: 'exponential', delayMs: 200, maxDelayMs: 1000 },
} as const;

export interface MailingOptions {
  smtpUrl?: string;
  hostWorker?: boolean;
  /** In its own database unless set. */
  queueUrl?: QueueUrlFor;
  /** Receives the service's log lines. */
  lines?: Record<string, unknown>[];
}

/** The record of a delivery attempt. */
export interface Delivery {
  mail_id: string;
  template: string;
  sent_at: Date | null;
  uncertain: number;
}

/** A mail that is not delivered yet, or never will be. */
export interface OpenMail {
  id: string;
  state: string;
  attempts: number;
  reason: string | undefined;
}

/** The mailing service with a separate database, with its interfaces for other services and visitors. */
export interface MailingApp {
  app: NestFastifyApplication;
  database: TestDatabase;
  identity: TestIdentity;
  queueUrl: string;
  queues: Queues;
  /** Asks for a mail as another service would. @returns the event's id */
  request(mail: MailRequest, options?: { keys?: string; eventId?: string }): Promise<string>;
  /** As identity does when an account is deleted. @returns the event's id */
  publishAddressDeleted(email: string, eventId?: string): Promise<string>;
  query<Row extends object>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  deliveries(): Promise<Delivery[]>;
  openMails(): Promise<OpenMail[]>;
  call(
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Calls with a person's token. */
  callAs: Caller;
  stop(): Promise<void>;
}

export async function startMailing(options: MailingOptions = {}): Promise<MailingApp> {
  const keys = serviceKeys('mailing', 'identity');
  const [database, identity] = await Promise.all([
    createDatabase('mailing', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
    startTestIdentity(keys),
  ]);
  const queueUrl = options.queueUrl?.(database) ?? database.queueUrl;
  const { lines } = options;
  const log = createLog(
    'mailing',
    lines ? 'info' : 'silent',
    lines && {
      write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    },
  );
  const app = await createApp({
    log,
    module: AppModule.forRoot(
      {
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: 0,
        LOG_LEVEL: 'silent',
        SERVICE_PRIVATE_KEY: keys.privateKey('mailing'),
        SERVICE_PUBLIC_KEYS: keys.publicKeys,
        ...identity.settings,
        QUEUE_URL: queueUrl,
        HOST_WORKER: options.hostWorker ?? true,
        DATABASE_URL: database.databaseUrl,
        PUBLIC_URL,
        MAIL_SEAL_KEYS: Keyring.parse(SEAL_KEYS),
        SMTP_URL: options.smtpUrl ?? testEnvironment().TEST_SMTP_URL,
        MAIL_FROM: 'Tomekeeper <no-reply@tomekeeper.example>',
      },
      log,
    ),
  });
  await app.init();
  const queues = new Queues(queueUrl);
  const uow = app.get(UnitOfWork);
  return {
    app,
    database,
    identity,
    queueUrl,
    queues,
    async request(mail, { keys: sealKeys = SEAL_KEYS, eventId = randomUUID() } = {}) {
      const sealed = Keyring.parse(sealKeys).seal(JSON.stringify(mail), MAIL_SEAL_PURPOSE);
      await queues.add(eventQueue('mailing'), mailRequested.name, { sealed }, RETRY, {
        jobId: eventId,
      });
      return eventId;
    },
    async publishAddressDeleted(email, eventId = randomUUID()) {
      const sealed = Keyring.parse(SEAL_KEYS).seal(email, ADDRESS_SEAL_PURPOSE);
      await queues.add(eventQueue('mailing'), addressDeleted.name, { sealed }, RETRY, {
        jobId: eventId,
      });
      return eventId;
    },
    query: (sql, parameters) => uow.query(sql, parameters),
    deliveries: () => uow.query<Delivery>('SELECT * FROM mail_delivery ORDER BY started_at'),
    async openMails() {
      const jobs = await queues
        .queue(sendMail.queue)
        .getJobs(['waiting', 'active', 'delayed', 'failed']);
      return Promise.all(
        jobs.map(async (job) => ({
          id: job.id ?? '',
          state: await job.getState(),
          attempts: job.attemptsMade,
          reason: job.failedReason,
        })),
      );
    },
    async call(method, url, body) {
      const isForm = typeof body === 'string';
      const answer = await app.inject({
        method,
        url,
        ...(body === undefined
          ? {}
          : {
              payload: isForm ? body : JSON.stringify(body),
              headers: {
                'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
              },
            }),
      });
      return { status: answer.statusCode, body: method === 'HEAD' ? {} : answer.json() };
    },
    callAs: caller(app),
    async stop() {
      await queues.close();
      await app.close();
      await Promise.all([database.drop(), identity.stop()]);
    },
  };
}
