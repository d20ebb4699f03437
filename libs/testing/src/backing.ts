import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startMailInbox, startPostgres } from '@tomekeeper/launcher/backing';
import { startObjectStore } from '@tomekeeper/object-store';
import type { TestEnvironment } from './environment';

/** Pages of this origin may use presigned URLs of the throw-away object store. */
const TEST_ORIGIN = 'http://localhost:18080';
const TEST_BUCKET = 'tomekeeper-test';

export type Backing = {
  /** Environment of the tests; see `testEnvironment()`. */
  readonly env: TestEnvironment;
  stop(): Promise<void>;
};

/** Throw-away PostgreSQL, object store and mail inbox on free ports. */
export async function startBacking(): Promise<Backing> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-test-'));
  // PostgreSQL runs as another user when we are root, and mkdtemp lets no other user in.
  await fs.chmod(folder, 0o711);
  const keys = { accessKeyId: 'test-access', secretAccessKey: 'test-secret' };
  const [postgres, mail, store] = await Promise.all([
    startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false }),
    startMailInbox(),
    startObjectStore({
      dir: path.join(folder, 'objects'),
      ...keys,
      allowedOrigins: [TEST_ORIGIN],
      buckets: [TEST_BUCKET],
    }),
  ]);
  return {
    env: {
      TEST_ADMIN_DATABASE_URL: postgres.url,
      TEST_CLUSTER_NAME: postgres.clusterName,
      TEST_SMTP_URL: mail.smtpUrl,
      TEST_MAIL_URL: mail.webUrl,
      TEST_S3_ENDPOINT: store.endpoint,
      TEST_S3_REGION: 'us-east-1',
      TEST_S3_BUCKET: TEST_BUCKET,
      TEST_S3_ACCESS_KEY_ID: keys.accessKeyId,
      TEST_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      TEST_ORIGIN,
      TEST_TOKEN_KEY: generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }).privateKey,
    },
    async stop() {
      await Promise.all([postgres.stop(), mail.stop(), store.stop()]);
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
