import { serviceKeys } from '@tomekeeper/testing';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { PUBLIC_URL, SEAL_KEYS, type MailingApp } from './mailing-app';
import type { SmallSmtp } from './small-smtp';

/** Longer than a busy machine delays lock renewal, but shorter than the usual 30 s. */
const LOCK_MS = 8_000;

/** Starts a worker as a separate process that can be killed. */
export function startWorker(mailing: MailingApp, smtp: SmallSmtp): ChildProcess {
  const keys = serviceKeys('mailing');
  return fork(path.join(__dirname, 'worker-process.cjs'), {
    execArgv: ['--conditions=@tomekeeper/source'],
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'silent',
      SERVICE_PRIVATE_KEY: JSON.stringify(keys.privateKey('mailing')),
      SERVICE_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      DATABASE_URL: mailing.database.databaseUrl,
      QUEUE_URL: mailing.queueUrl,
      QUEUE_LOCK_MS: String(LOCK_MS),
      PUBLIC_URL,
      ...identityOf(mailing),
      MAIL_SEAL_KEYS: SEAL_KEYS,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@tomekeeper.example',
    },
  });
}

function identityOf({ identity }: MailingApp): Record<string, string> {
  const { JWKS_URL, IDENTITY_URL, TOKEN_ISSUER, POOL_CLIENT_ID } = identity.settings;
  return {
    TOKEN_ISSUER,
    POOL_CLIENT_ID,
    JWKS_URL: JWKS_URL.join(','),
    IDENTITY_URL: IDENTITY_URL.join(','),
  };
}
