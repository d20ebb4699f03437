import fs from 'node:fs/promises';
import path from 'node:path';
import { prepareDatabases } from './backing/databases/prepare-databases';
import { rolePrefix } from './config';
import { publishRemotes, shellFolder } from './product/product';
import { publishShell } from './product/shell-copy';
import { DATA_SERVICES } from './product/services';
import { FolderStore } from './registry/folder-store';
import { bucketStore, isBucket } from './registry/open-store';
import { Registry } from './registry/registry';
import { StartupProblem } from './startup-problem';
import { ADMIN_URL_FILE, databaseUrlFile, writeSecretFiles } from './state/secret-files';

/** One-shot work of a deployment in containers; see deploy/docker/README.md. */
const COMMANDS = new Map<string, (folder: string) => Promise<void>>([
  ['secrets', secrets],
  ['prepare', prepare],
  ['publish', publish],
]);

/**
 * `DATABASE_ADMIN_URL` and `QUEUE_URL` name a database and a queue that are not in these containers,
 * `DATABASE_ROLE_PREFIX` how the names of the roles in that database begin.
 */
async function secrets(folder: string): Promise<void> {
  const { DATABASE_ADMIN_URL, QUEUE_URL, DATABASE_ROLE_PREFIX } = process.env;
  const prefix = rolePrefix.optional().safeParse(DATABASE_ROLE_PREFIX || undefined);
  if (!prefix.success)
    throw new StartupProblem(`DATABASE_ROLE_PREFIX ${prefix.error.issues[0]?.message}.`);
  await writeSecretFiles(folder, {
    databaseAdminUrl: DATABASE_ADMIN_URL,
    queueUrl: QUEUE_URL,
    rolePrefix: prefix.data,
  });
}

/** This build's shell and remotes, into a folder or a bucket; older versions stay for tabs that are open. */
async function publish(target: string): Promise<void> {
  const store = isBucket(target) ? bucketStore(target, process.env) : new FolderStore(target);
  await publishShell(await shellFolder(), store);
  await publishRemotes(new Registry(store));
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

async function main([command = '', folder]: string[]): Promise<void> {
  const work = COMMANDS.get(command);
  if (work === undefined || folder === undefined) {
    const known = [...COMMANDS.keys()].join(' | ');
    throw new StartupProblem(
      `Usage: node operations.main.js ${known} <folder>; publish also takes s3://<bucket>/<prefix>`,
    );
  }
  await work(isBucket(folder) ? folder : path.resolve(folder));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupProblem ? error.message : error);
  process.exit(1);
});
