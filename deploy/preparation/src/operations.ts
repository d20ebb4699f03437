import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ownDatabase, prepareDatabases } from '@tomekeeper/installation/databases';
import { rolePrefix, shellFolder, DATA_SERVICES } from '@tomekeeper/installation';
import { publishRemotes, publishShell, FolderStore, Registry } from '@tomekeeper/shipping';
import { bucketStore, isBucket } from '@tomekeeper/shipping/bucket';
import { StartupProblem } from '@tomekeeper/cli-kit';
import { readCertificateBundle } from './certificate-bundle';
import {
  ADMIN_URL_FILE,
  databaseUrlFile,
  SERVER_ADMIN_FILE,
  writeSecretFiles,
} from './secret-files';

/** One-shot work of a deployment in containers; see deploy/docker/README.md. */
const COMMANDS = new Map<string, (folder: string) => Promise<void>>([
  ['secrets', secrets],
  ['own-database', own],
  ['prepare', prepare],
  ['publish', publish],
]);

/**
 * `DATABASE_ADMIN_URL` and `QUEUE_URL` name a database and a queue that are not in these containers,
 * `DATABASE_ROLE_PREFIX` how the names of the roles in that database begin, `DATABASE_CA_FILE` who vouches for it.
 */
async function secrets(folder: string): Promise<void> {
  const { DATABASE_ADMIN_URL, QUEUE_URL, DATABASE_ROLE_PREFIX, DATABASE_CA_FILE } = process.env;
  const prefix = rolePrefix.optional().safeParse(DATABASE_ROLE_PREFIX || undefined);
  if (!prefix.success)
    throw new StartupProblem(`DATABASE_ROLE_PREFIX ${prefix.error.issues[0]?.message}.`);
  await writeSecretFiles(folder, {
    databaseAdminUrl: DATABASE_ADMIN_URL,
    queueUrl: QUEUE_URL,
    rolePrefix: prefix.data,
    databaseCa: DATABASE_CA_FILE ? await readCertificateBundle(DATABASE_CA_FILE) : undefined,
  });
}

/** Publishes this build's shell and remotes into a folder or a bucket; older versions remain for open tabs. */
async function publish(target: string): Promise<void> {
  const store = isBucket(target) ? bucketStore(target, process.env) : new FolderStore(target);
  await publishShell(await shellFolder(), store);
  await publishRemotes(new Registry(store));
}

/** Format of managed database secrets; other fields are ignored. */
const Administrator = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** Creates the owner of the database, once, with the rights of the server's administrator. */
async function own(folder: string): Promise<void> {
  const read = async (name: string) => (await fs.readFile(path.join(folder, name), 'utf8')).trim();
  const text = await read(SERVER_ADMIN_FILE);
  const administrator = Administrator.safeParse(parsedJson(text));
  if (!administrator.success)
    throw new StartupProblem(
      `${SERVER_ADMIN_FILE} must be JSON with the server administrator's username and password, as in {"username": "…", "password": "…"}.`,
    );
  await ownDatabase(await read(ADMIN_URL_FILE), administrator.data, DATA_SERVICES);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Makes schema and role of every service, named and with the passwords as their URLs in `folder` say. */
async function prepare(folder: string): Promise<void> {
  const read = async (name: string) => (await fs.readFile(path.join(folder, name), 'utf8')).trim();
  const tenants = await Promise.all(
    DATA_SERVICES.map(async (schema) => {
      const { username, password } = new URL(await read(databaseUrlFile(schema)));
      return {
        role: decodeURIComponent(username),
        schema,
        password: decodeURIComponent(password),
      };
    }),
  );
  await prepareDatabases(await read(ADMIN_URL_FILE), { tenants, ownServer: true });
}

/** Runs one of the commands. @throws {StartupProblem} with instructions */
export async function operate([command = '', folder]: readonly string[]): Promise<void> {
  const work = COMMANDS.get(command);
  if (work === undefined || folder === undefined) {
    const known = [...COMMANDS.keys()].join(' | ');
    throw new StartupProblem(
      `Usage: node dist/main.js ${known} <folder>; publish also takes s3://<bucket>/<prefix>`,
    );
  }
  await work(isBucket(folder) ? folder : path.resolve(folder));
}
