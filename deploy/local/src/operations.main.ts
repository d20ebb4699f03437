import fs from 'node:fs/promises';
import path from 'node:path';
import { prepareDatabases } from './backing/databases/prepare-databases';
import { publishRemotes, shellFolder } from './product/product';
import { publishShell } from './product/shell-copy';
import { DATA_SERVICES, roleOf } from './product/services';
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

/** `DATABASE_ADMIN_URL` and `QUEUE_URL` name a database and a queue that are not in these containers. */
async function secrets(folder: string): Promise<void> {
  const { DATABASE_ADMIN_URL: databaseAdminUrl, QUEUE_URL: queueUrl } = process.env;
  await writeSecretFiles(folder, { databaseAdminUrl, queueUrl });
}

/** This build's shell and remotes, into a folder or a bucket; older versions stay for tabs that are open. */
async function publish(target: string): Promise<void> {
  const store = isBucket(target) ? bucketStore(target, process.env) : new FolderStore(target);
  await publishShell(await shellFolder(), store);
  await publishRemotes(new Registry(store));
}

/** Makes schema and role of every service, with the passwords that their URLs in `folder` hold. */
async function prepare(folder: string): Promise<void> {
  const read = async (name: string) => (await fs.readFile(path.join(folder, name), 'utf8')).trim();
  const tenants = await Promise.all(
    DATA_SERVICES.map(async (schema) => {
      const { password } = new URL(await read(databaseUrlFile(schema)));
      return { role: roleOf(schema), schema, password };
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
