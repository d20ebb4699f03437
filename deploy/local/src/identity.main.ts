import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readConfig } from './config';
import {
  environmentOf,
  QUEUE_ROLE,
  roleOf,
  SERVICES,
  type InternalPorts,
  DATA_SERVICES,
} from './product/services';
import { serviceFolder, WORKSPACE } from './product/workspace';
import { dataFolder, type DataFolder } from './state/data-folder';
import { lockInstance } from './state/instance-lock';
import { readJson, writeJson } from './state/json-file';
import { loadSecrets } from './state/secrets';
import { StartupProblem } from './startup-problem';

const ROTATE_SEALING_KEY = 'rotate-sealing-key';

/** The operators' command line of identity, with the settings of the installation in a data folder. */
async function main(args: readonly string[]): Promise<number> {
  const config = readConfig(process.env, {
    workspace: WORKSPACE,
    here: process.env['INIT_CWD'] ?? process.cwd(),
  });
  const folder = dataFolder(config.dataDir);
  const ports = (await readJson(folder.ports)) as InternalPorts | undefined;
  if (ports === undefined)
    throw new StartupProblem(
      `Nothing has run on ${folder.root} yet: start it with npm start, or name its DATA_DIR.`,
    );
  const secrets = await loadSecrets(folder.secrets, { services: SERVICES, roles: [] });
  if (args[0] === ROTATE_SEALING_KEY) return rotateSealingKey(folder, secrets);
  const server = config.DATABASE_URL ?? `postgres://127.0.0.1:${ports.postgres}/tomekeeper`;
  const roles = [...DATA_SERVICES.map(roleOf), QUEUE_ROLE];
  const databases = new Map(
    roles.map((role) => {
      const url = new URL(server);
      url.username = role;
      url.password = secrets.databaseRoles[role] ?? '';
      return [role, url.href];
    }),
  );
  const around = { config, folder, secrets, ports, databases, shellDir: '' };
  return run(environmentOf('identity', around), args);
}

/** Makes the key that seals from the next start on. While it runs, the product knows only the old ones. */
async function rotateSealingKey(
  folder: DataFolder,
  secrets: Awaited<ReturnType<typeof loadSecrets>>,
): Promise<number> {
  const release = await lockInstance(folder.run, 'this command');
  try {
    const [newest = '0'] = secrets.poolKeys.split(':', 1);
    const key = `${Number(newest) + 1}:${randomBytes(32).toString('base64')}`;
    await writeJson(folder.secrets, { ...secrets, poolKeys: `${key},${secrets.poolKeys}` }, 0o600);
  } finally {
    await release();
  }
  console.log(
    'There is a new sealing key. Start the product, then run: npm run identity -- reseal',
  );
  return 0;
}

function run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  const program = path.join(serviceFolder('identity'), 'dist', 'operator.js');
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof StartupProblem ? error.message : error);
    process.exitCode = 1;
  },
);
