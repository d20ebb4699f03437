import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import {
  FAILED,
  NOT_UNDERSTOOD,
  progress,
  findProcess,
  sleep,
  readJson,
  errorMessage,
  StartupProblem,
} from '@tomekeeper/cli-kit';
import { SEARCH_MODEL, serviceOf, dataFolder } from '@tomekeeper/installation';
import { NotUnderstood, readRollArguments } from './roll/arguments';
import { RollFiles } from './roll/roll-files';

const LOOK_EVERY_MS = 100;
/** The launcher looks five times a second, on a machine that may be very busy. */
const TAKEN_WITHIN_MS = 30_000;

/**
 * `npm run roll -- <service>`: the running product renews its processes.
 * @param build builds a project by its name, or ends with a sentence
 * @returns the exit code
 */
export async function main(
  given: readonly string[],
  root: string,
  build: (project: string) => Promise<void>,
): Promise<number> {
  try {
    const { name, isBuilt } = readRollArguments(given);
    const { run } = dataFolder(root);
    const launcher = await launcherOf(run, root);
    const service = name === SEARCH_MODEL ? name : serviceOf(name);
    if (!isBuilt) await build(`@tomekeeper/service-${service}`);
    const ok = await ask(name, new RollFiles(run), () => findProcess(launcher) !== undefined);
    return ok ? 0 : FAILED;
  } catch (error) {
    progress.failed(error instanceof StartupProblem ? error.message : errorMessage(error));
    return error instanceof NotUnderstood ? NOT_UNDERSTOOD : FAILED;
  }
}

/** The process that keeps the product of this data folder running. */
async function launcherOf(run: string, root: string): Promise<number> {
  const lock = z
    .object({ pid: z.number() })
    .safeParse(await readJson(path.join(run, 'launcher.lock')));
  if (!lock.data || !findProcess(lock.data.pid))
    throw new StartupProblem(
      `No product is running on ${root}: start it with npm start, or name its DATA_DIR.`,
    );
  return lock.data.pid;
}

/** Every wait of the launcher's is bounded, so this one lasts as long as it lives. */
async function ask(name: string, files: RollFiles, lives: () => boolean): Promise<boolean> {
  const id = randomUUID();
  await files.ask({ id, name });
  const takenBy = Date.now() + TAKEN_WITHIN_MS;
  for (let told = 0; ; await sleep(LOOK_EVERY_MS)) {
    // Check the process first: its last response counts even if it has ended since.
    const isAlive = lives();
    const report = await files.told(id);
    for (const step of report?.steps.slice(told) ?? []) progress.note(step);
    told = report?.steps.length ?? told;
    if (report?.outcome) {
      const { ok, words } = report.outcome;
      if (ok) progress.done(words);
      else progress.failed(words);
      return ok;
    }
    if (!isAlive) throw new StartupProblem('The product was stopped in the meantime.');
    if (!report && Date.now() > takenBy) {
      await files.withdraw();
      throw new StartupProblem(
        'The running product does not respond. It may be busy with another roll.',
      );
    }
  }
}
