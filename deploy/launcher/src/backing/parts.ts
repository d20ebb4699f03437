import { HEALTH_PATH } from '@tomekeeper/object-store';
import { RotatingLog } from '@tomekeeper/cli-kit';
import type { DataFolder, Secrets } from '@tomekeeper/installation';
import { startPostgres } from './postgres/postgres';
import type { Config } from '../config';
import { nodePart } from '../supervision/node-process';
import type { Part, Running } from '../supervision/part';

export const BUCKET = 'tomekeeper';

/** The embedded PostgreSQL; `onUrl` receives the administrator's URL. */
export function postgresPart(folder: DataFolder, port: number, onUrl: (url: string) => void): Part {
  const log = new RotatingLog(folder.logs, 'postgres');
  return {
    name: 'postgres',
    async start(_leaving, begun): Promise<Running> {
      const server = await startPostgres({ dataDir: folder.postgres, port, onOutput: log.write });
      onUrl(server.url);
      // After a killed start the server is found by the lock file in its data folder.
      begun(server.pid, server.pgdata);
      return server;
    },
  };
}

/** The inbox contains codes of every account, so it listens on localhost regardless of HOST. */
export function mailPart(
  folder: DataFolder,
  config: Config,
  { instance }: Secrets,
  smtpPort: number,
): Part {
  return nodePart({
    name: 'mail',
    program: require.resolve('@tomekeeper/mail-inbox/main'),
    cwd: folder.root,
    instance,
    log: new RotatingLog(folder.logs, 'mail'),
    readyUrl: `http://127.0.0.1:${config.MAIL_UI_PORT}/healthz`,
    env: {
      PATH: process.env.PATH,
      MAIL_INBOX_SMTP_PORT: String(smtpPort),
      MAIL_INBOX_WEB_PORT: String(config.MAIL_UI_PORT),
      MAIL_INBOX_ALLOWED_HOSTS: knownHosts(config).join(','),
      MAIL_INBOX_DIR: folder.mail,
    },
  });
}

export function objectStorePart(folder: DataFolder, config: Config, secrets: Secrets): Part {
  const { objectStore: keys, instance } = secrets;
  return nodePart({
    name: 'object-store',
    program: require.resolve('@tomekeeper/object-store/main'),
    cwd: folder.root,
    instance,
    log: new RotatingLog(folder.logs, 'object-store'),
    readyUrl: `http://127.0.0.1:${config.STORAGE_PORT}${HEALTH_PATH}`,
    env: {
      PATH: process.env.PATH,
      OBJECT_STORE_DIR: folder.objects,
      OBJECT_STORE_PORT: String(config.STORAGE_PORT),
      OBJECT_STORE_HOST: config.HOST,
      OBJECT_STORE_ACCESS_KEY_ID: keys.accessKeyId,
      OBJECT_STORE_SECRET_ACCESS_KEY: keys.secretAccessKey,
      OBJECT_STORE_REGION: config.S3_REGION ?? 'us-east-1',
      OBJECT_STORE_BUCKETS: BUCKET,
      OBJECT_STORE_ALLOWED_HOSTS: knownHosts(config).join(','),
      OBJECT_STORE_ALLOWED_ORIGINS: webOrigins(config).join(','),
      OBJECT_STORE_MAX_BYTES: String(Math.floor(config.MAX_UPLOAD_MB * 1024 * 1024)),
    },
  });
}

/** Returns the host names of store and inbox, in addition to localhost's names and the listen address. */
function knownHosts({ PUBLIC_URL, STORAGE_PUBLIC_URL, environment }: Config): string[] {
  const allowed = (environment.ALLOWED_HOSTS ?? '').split(',').map((host) => host.trim());
  const urls = [PUBLIC_URL, STORAGE_PUBLIC_URL].map((url) => new URL(url).hostname);
  return [...new Set([...urls, ...allowed.filter(Boolean)])];
}

/** Returns the origins of the web application. */
function webOrigins({ PUBLIC_URL, PORT }: Config): string[] {
  return [...new Set([PUBLIC_URL, `http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`])];
}
