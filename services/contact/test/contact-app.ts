import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RobotChallenge } from '@tomekeeper/contracts-contact';
import { ADDRESS_SEAL_PURPOSE, addressDeleted } from '@tomekeeper/contracts-identity';
import {
  MAIL_SEAL_PURPOSE,
  mailRequested,
  mailRequest,
  type MailRequest,
} from '@tomekeeper/contracts-mailing';
import { eventQueue, Queues } from '@tomekeeper/jobs';
import { migrate, UnitOfWork } from '@tomekeeper/persistence';
import { createApp, createLog, Keyring } from '@tomekeeper/service-kit';
import { createDatabase, eventually, serviceKeys, startTestIdentity } from '@tomekeeper/testing';
import { createHash, randomUUID } from 'node:crypto';
import { AppModule } from '../src/app.module';
import type { Config } from '../src/config';
import { entities, migrations } from '../src/db/schema';

export const INBOX = 'team@example.org';
const RETRY = {
  attempts: 5,
  backoff: { type: 'exponential', delayMs: 200, maxDelayMs: 1000 },
} as const;
const SEAL_KEYS = `1:${Buffer.alloc(32, 5).toString('base64')}`;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The contact service with a separate database; mail requests stay in the queue. */
export interface ContactApp {
  app: NestFastifyApplication;
  post(body: unknown): Promise<Answer>;
  challenge(): Promise<{ status: number; body: RobotChallenge }>;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** As identity does when an account is deleted. */
  publishAddressDeleted(email: string): Promise<void>;
  /** Mails that were requested from the mailing service so far; waits for the first. */
  mails(): Promise<MailRequest[]>;
  stop(): Promise<void>;
}

export async function startContact(settings: Partial<Config> = {}): Promise<ContactApp> {
  const keys = serviceKeys('contact', 'identity');
  const [database, identity] = await Promise.all([
    createDatabase('contact', (databaseUrl) => migrate({ databaseUrl, entities, migrations })),
    startTestIdentity(keys),
  ]);
  const log = createLog('contact', 'silent');
  const config: Config = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    SERVICE_PRIVATE_KEY: keys.privateKey('contact'),
    SERVICE_PUBLIC_KEYS: keys.publicKeys,
    ...identity.settings,
    QUEUE_URL: database.queueUrl,
    HOST_WORKER: true,
    DATABASE_URL: database.databaseUrl,
    MAIL_SEAL_KEYS: Keyring.parse(SEAL_KEYS),
    CONTACT_INBOX: INBOX,
    ROBOT_CHECK: 'altcha',
    RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:1',
    ...settings,
  };
  const app = await createApp({ module: AppModule.forRoot(config, log), log });
  await app.init();
  const queues = new Queues(database.queueUrl);
  const mails: MailRequest[] = [];
  const keyring = config.MAIL_SEAL_KEYS;
  // Stands where the mailing service's worker would.
  const mailing = queues.backend.worker(
    eventQueue('mailing'),
    (job: { name: string; data: { payload: { sealed: string } } }) => {
      const sealed = keyring.open(job.data.payload.sealed, MAIL_SEAL_PURPOSE).toString();
      if (job.name === mailRequested.name) mails.push(mailRequest.parse(JSON.parse(sealed)));
      return Promise.resolve();
    },
    { concurrency: 1 },
    { onError: () => undefined, onFailed: () => undefined },
  );
  return {
    app,
    async post(body) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/contact/',
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    async challenge() {
      const answer = await app.inject('/api/contact/challenge/');
      return { status: answer.statusCode, body: answer.json() };
    },
    query: (sql) => app.get(UnitOfWork).query(sql),
    async publishAddressDeleted(email) {
      const sealed = keyring.seal(email, ADDRESS_SEAL_PURPOSE);
      await queues.add(eventQueue('contact'), addressDeleted.name, { sealed }, RETRY, {
        jobId: randomUUID(),
      });
    },
    mails: () => eventually(() => (mails.length > 0 ? mails : undefined)),
    async stop() {
      await mailing.close();
      await queues.close();
      await app.close();
      await Promise.all([database.drop(), identity.stop()]);
    },
  };
}

/** Solves a challenge as a browser does. */
export function solve({ salt, challenge, signature, maxnumber }: RobotChallenge): string {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return encode({ algorithm: 'SHA-256', challenge, number, salt, signature });
  throw new Error('the challenge has no solution');
}

export const encode = (solution: unknown) =>
  Buffer.from(JSON.stringify(solution)).toString('base64');
