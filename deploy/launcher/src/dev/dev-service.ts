import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  progress,
  RotatingLog,
  endProcess,
  sleep,
  StartupProblem,
  readJson,
} from '@tomekeeper/cli-kit';
import {
  projects,
  serviceFolder,
  type DevelopedName,
  type Project,
} from '@tomekeeper/installation';
import { belongsTo } from '../product/replicas';
import { environmentOf, type ProductContext } from '../product/services';
import { affectedBy } from './affected';
import { build } from './build';
import { watchSources } from './watch-sources';

const READY_TIMEOUT_MS = 60_000;

/**
 * Runs one service from source in place of the running product's, on the same port and data: rebuilds and restarts it
 * on every change to it or its libraries. Logs to this terminal.
 * @param until resolves when the command should end; the product then runs its own build again
 */
export async function devService(
  name: DevelopedName,
  context: ProductContext,
  until: Promise<unknown>,
): Promise<void> {
  const { run } = context.folder;
  // Includes replicas and separate workers, because the source process does all their work.
  const parts = Object.keys(await statesIn(run)).filter((part) => belongsTo(name, part));
  if (parts.length === 0) throw new StartupProblem(`${name} does not run in this installation.`);
  const holds = parts.map((part) => path.join(run, `${part}.hold`));
  for (const hold of holds) fs.writeFileSync(hold, '');
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child?.pid !== undefined && child.exitCode === null)
      await endProcess(child.pid, { kindly: 'SIGINT', grace: 10_000 });
    child = undefined;
  };
  const start = (): void => {
    const program = path.join(serviceFolder(name), 'dist', 'main.js');
    child = spawn(process.execPath, ['--enable-source-maps', program], {
      cwd: serviceFolder(name),
      env: { ...environmentOf(name, context), HOST_WORKER: 'true' },
      stdio: 'inherit',
      // Ctrl-C reaches only this process, which stops the child in order.
      detached: true,
    });
  };
  try {
    await reached(run, parts, ({ state, pid }) => state === 'held' && pid === undefined);
    const all = await projects();
    const service = all.find(({ folder }) => folder === serviceFolder(name));
    if (!service) throw new StartupProblem(`There is no service '${name}'.`);
    const log = new RotatingLog(context.folder.logs, 'dev');
    const rebuild = async (changed: readonly Project[]): Promise<void> => {
      if (!(await build(changed, log))) return;
      await stop();
      start();
      progress.done(`${name} runs from source`);
    };
    await rebuild([service]);
    const needed = all.filter((project) => affectedBy(project, all).includes(service));
    const close = watchSources(needed, rebuild);
    await until;
    close();
  } finally {
    await stop();
    for (const hold of holds) fs.rmSync(hold, { force: true });
  }
  await reached(run, parts, ({ state }) => state === 'running');
  progress.done(`The product runs its own ${name} again`);
}

type PartState = { state: string; pid?: number };

async function statesIn(run: string): Promise<Record<string, PartState>> {
  const states = await readJson(path.join(run, 'state.json'));
  if (!states) throw new StartupProblem('The product is not running: start it with npm start.');
  return states as Record<string, PartState>;
}

async function reached(
  run: string,
  parts: readonly string[],
  is: (part: PartState) => boolean,
): Promise<void> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    const states = await statesIn(run);
    if (parts.every((part) => states[part] && is(states[part]))) return;
  }
  throw new StartupProblem(
    `${parts.join(', ')} did not become ready within a minute: see ctl.mjs status.`,
  );
}
