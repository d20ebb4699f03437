import path from 'node:path';
import { prepareDatabases } from '@tomekeeper/installation/databases';
import {
  QUEUE_SCHEMA,
  shellFolder,
  PASSWORD_KEYS,
  SERVICES,
  WORKSPACE,
  createDataFolder,
  loadSecrets,
  type DataFolder,
  type Secrets,
} from '@tomekeeper/installation';
import { progress, readyBlock, errorMessage, StartupProblem, onStop } from '@tomekeeper/cli-kit';
import { publishRemotes, publishShell, SHELL, FolderStore, Registry } from '@tomekeeper/shipping';
import { mailPart, objectStorePart, postgresPart } from './backing/parts';
import { refuseUnfinishedRestore } from './state/unfinished-restore';
import { ownParts, readConfig, type Config } from './config';
import { demoRows } from './demo/demo-rows';
import type { DemoSize } from './demo/seed-demo';
import { DevMode } from './dev/dev-mode';
import { Product, untilAllReady } from './product/product';
import { internalPortsOf, type InternalPorts, type ProductContext } from './product/services';
import { renewService } from './rolling/renew-service';
import { RollRequestHandler } from './rolling/roll-request-handler';
import { lockInstance, stopOrphans } from './supervision/instance-lock';
import { assignPorts, requireFree, type PublicPort } from './state/ports';
import { schemaOwners } from './state/installation';
import type { Part } from './supervision/part';
import { Supervisor } from './supervision/supervisor';

export type LaunchOptions = { readonly demo: false | DemoSize; readonly dev: boolean };

/** Cleanup steps, run in reverse order. */
type Undo = (() => Promise<void>)[];

/** Exit codes by signal, by shell convention. */
const CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Starts the whole product, and stops it on a stop signal. Ends the process. */
export async function launch(options: LaunchOptions): Promise<void> {
  const undo: Undo = [];
  const leaving = new AbortController();
  const stop = async (code: number): Promise<never> => {
    leaving.abort();
    for (const step of undo.reverse().splice(0)) await step().catch(() => undefined);
    process.exit(code);
  };
  onStop((reason) => {
    progress.note('Stopping …');
    void stop(CODES[reason] ?? 0);
  });
  try {
    await start(options, undo, leaving.signal);
  } catch (error) {
    // Start failures during shutdown are expected.
    if (leaving.signal.aborted) return;
    const known = error instanceof StartupProblem;
    progress.failed(known || !(error instanceof Error) ? errorMessage(error) : `${error.stack}`);
    await stop(1);
  }
}

async function start(options: LaunchOptions, undo: Undo, leaving: AbortSignal): Promise<void> {
  const began = Date.now();
  const config = readConfig(process.env, {
    workspace: WORKSPACE,
    here: process.env['INIT_CWD'] ?? process.cwd(),
  });
  const internalPorts = internalPortsOf(config);
  const folder = await createDataFolder(config.dataDir);
  undo.push(await lockInstance(folder.run, `http://localhost:${config.PORT}`));
  await refuseUnfinishedRestore(folder);
  const left = await stopOrphans(folder.run);
  if (left > 0) progress.note(`Stopped ${left} processes that an earlier start left running`);
  const publicPorts = publicPortsOf(config);
  await requireFree(publicPorts);
  const taken = publicPorts.map(({ port }) => port);
  const ports = (await assignPorts(folder.ports, internalPorts, taken)) as InternalPorts;
  const secrets = await loadSecrets(folder.secrets, {
    services: SERVICES,
    roles: PASSWORD_KEYS,
  });
  const supervisor = new Supervisor(folder.run, leaving);
  undo.push(() => supervisor.stop());

  const adminUrl = await startBacking(supervisor, config, folder, secrets, ports);
  const databases = await prepare(adminUrl, config, secrets);
  progress.done(backingLine(config), began);

  const preparing = Date.now();
  // Shell developers need every rebuild to show; for everyone else the served build must not change.
  const built = await shellFolder();
  const store = new FolderStore(folder.remotes);
  const shellDir = options.dev
    ? built
    : path.join(folder.remotes, SHELL, await publishShell(built, store));
  const context: ProductContext = { config, folder, secrets, ports, databases, shellDir };
  const product = new Product(context, leaving, options.dev);
  const registry = new Registry(store);
  await Promise.all([product.migrate(adminUrl), publishRemotes(registry)]);
  progress.done('Databases are up to date, remotes are published', preparing);

  const starting = Date.now();
  leaving.throwIfAborted();
  await supervisor.start(product.services());
  await untilAllReady(config, folder.logs);
  supervisor.watch();
  progress.done(`${SERVICES.length} services are healthy`, starting);
  const searchModel = product.searchModel();
  // The model uses a CPU for a second, and startup does not depend on it.
  if (searchModel)
    void supervisor.add(searchModel).catch((error: unknown) => {
      if (!leaving.aborted) progress.note(`Search uses keywords only: ${errorMessage(error)}`);
    });
  const rollRequests = new RollRequestHandler(folder.run, (name, tell) =>
    renewService(name, { product, supervisor, adminUrl, tell }),
  );
  undo.push(async () => rollRequests.close());
  await rollRequests.open();
  if (options.dev) {
    const dev = new DevMode(folder.logs, supervisor, registry);
    undo.push(() => dev.stop());
    await dev.start();
  }
  const demo = options.demo ? await demoRows(context, options.demo) : [];
  console.log(readyBlock([...rows(config, folder), ...demo], config.PORT));
}

function publicPortsOf(config: Config): PublicPort[] {
  const own = ownParts(config);
  const { HOST: host, PORT, STORAGE_PORT, MAIL_UI_PORT } = config;
  const web = { port: PORT, host, purpose: 'web', variable: 'PORT' };
  const storage = { port: STORAGE_PORT, host, purpose: 'object store', variable: 'STORAGE_PORT' };
  const inbox = { purpose: 'mail inbox', variable: 'MAIL_UI_PORT' };
  return [
    web,
    ...(own.storage ? [] : [storage]),
    ...(own.mail ? [] : [{ port: MAIL_UI_PORT, host: '127.0.0.1', ...inbox }]),
  ];
}

/**
 * Starts the backing services that the operator does not provide.
 * @returns the administrator's database URL
 */
async function startBacking(
  supervisor: Supervisor,
  config: Config,
  folder: DataFolder,
  secrets: Secrets,
  ports: InternalPorts,
): Promise<string> {
  const own = ownParts(config);
  let adminUrl = config.DATABASE_URL ?? '';
  const parts: Part[] = [];
  if (!own.database) {
    parts.push(
      postgresPart(folder, ports.postgres, (url) => {
        adminUrl = url;
      }),
    );
  }
  if (!own.storage) parts.push(objectStorePart(folder, config, secrets));
  if (!own.mail) parts.push(mailPart(folder, config, secrets, ports.smtp));
  await supervisor.start(parts);
  return adminUrl;
}

function backingLine(config: Config): string {
  const own = ownParts(config);
  const parts = [
    own.database ? 'Your PostgreSQL' : 'PostgreSQL',
    config.REDIS_URL === undefined ? 'queues on PostgreSQL' : 'queues on your Redis',
    own.storage ? 'your object storage' : 'object store',
    own.mail ? 'your mail server' : 'mail inbox',
  ];
  return `${parts.join(', ')}: ready`;
}

async function prepare(
  adminUrl: string,
  config: Config,
  secrets: Secrets,
): Promise<ReadonlyMap<string, string>> {
  const owners = await schemaOwners(adminUrl, config, secrets);
  const queue = owners.find(({ schema }) => schema === QUEUE_SCHEMA);
  const { urls } = await prepareDatabases(adminUrl, {
    tenants: owners.filter((owner) => owner !== queue),
    ...(config.REDIS_URL === undefined && queue && { queue }),
    ownServer: config.DATABASE_URL === undefined,
  });
  return urls;
}

function rows(config: Config, folder: DataFolder): [string, string][] {
  const inbox: [string, string] = ['Mail inbox', `http://localhost:${config.MAIL_UI_PORT}`];
  return [
    ...(ownParts(config).mail ? [] : [inbox]),
    ['Object store', config.STORAGE_PUBLIC_URL],
    ['Logs', folder.logs],
    ['Stop', 'Ctrl-C'],
  ];
}
