import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupProblem } from '@tomekeeper/cli-kit';
import type { Binaries } from './binaries';
import type { RunAs } from './run-as';

export const ADMIN_ROLE = 'tk_admin';

/** Build location of an incomplete cluster. */
const UNFINISHED = 'cluster.init';

export type Cluster = { readonly pgdata: string; readonly password: string };

/**
 * Ensures that `home` contains a cluster of our version. Builds a new one in a separate folder and renames it, so that
 * an interrupted first start leaves no partial cluster.
 */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  runAs: RunAs | undefined,
  durable: boolean,
): Promise<Cluster> {
  const pgdata = path.join(home, 'cluster');
  const version = await fs.readFile(path.join(pgdata, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined && version.trim() !== binaries.major) {
    throw new StartupProblem(
      `The database in ${pgdata} belongs to PostgreSQL ${version.trim()}, but this release brings PostgreSQL ${binaries.major}: back it up with the release that made it (npm run backup -- <file>), then with this one restore that into a new data folder (DATA_DIR=<folder> npm run restore -- <file>).`,
    );
  }
  const passwordFile = path.join(home, 'admin-password');
  if (version !== undefined) {
    return { pgdata, password: (await fs.readFile(passwordFile, 'utf8')).trim() };
  }
  const password = randomBytes(24).toString('base64url');
  await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs) await fs.chown(passwordFile, runAs.uid, runAs.gid);
  const fresh = await emptyFolderFor(home);
  await runInitdb(binaries.initdb, initdbFlags(fresh, passwordFile, durable), runAs);
  await fs.rename(fresh, pgdata);
  return { pgdata, password };
}

/**
 * Removes leftovers of an interrupted start, and uses a unique name, because that start's initdb may still be
 * running, fail, and then empty its folder.
 */
async function emptyFolderFor(home: string): Promise<string> {
  for (const name of await fs.readdir(home))
    if (name.startsWith(UNFINISHED))
      await fs.rm(path.join(home, name), { recursive: true, force: true });
  return path.join(home, `${UNFINISHED}.${process.pid}`);
}

function initdbFlags(pgdata: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${pgdata}`,
    `--username=${ADMIN_ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Otherwise a start from cron, CI or `su -` would create SQL_ASCII databases.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

function runInitdb(initdb: string, flags: string[], runAs: RunAs | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, flags, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const lines = Buffer.concat(output).toString().trim().split('\n');
      reject(new StartupProblem(`Creating the database failed: ${lines.slice(-3).join(' ')}`));
    });
  });
}
