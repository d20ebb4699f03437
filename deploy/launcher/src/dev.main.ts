import path from 'node:path';
import { z } from 'zod';
import { progress, errorMessage, StartupProblem, readJson, onStop } from '@tomekeeper/cli-kit';
import { DEVELOPED, isRemote, projects } from '@tomekeeper/installation';
import { FolderStore, Registry } from '@tomekeeper/shipping';
import { devRemote } from './dev/dev-remote';
import { devService } from './dev/dev-service';
import { readInstallation } from './state/installation';

const Running = z.object({ url: z.string() });

/**
 * `npm run dev -- <remote>` and `npm run dev -- service <name>`.
 * @returns the exit code
 */
export async function main(given: readonly string[]): Promise<number> {
  try {
    if (process.env['NODE_ENV'] === 'production') {
      throw new StartupProblem(
        'Development mode shows unfinished work and does not run with NODE_ENV=production.',
      );
    }
    const context = await readInstallation();
    const lock = Running.safeParse(await readJson(path.join(context.folder.run, 'launcher.lock')));
    if (!lock.data) {
      throw new StartupProblem(
        `No product is running on ${context.folder.root}: start it with npm start, or name its DATA_DIR.`,
      );
    }
    const { url } = lock.data;
    const until = new Promise<void>((resolve) => onStop(() => resolve()));
    const [first = '', name] = given;
    if (first === 'service') {
      const service = DEVELOPED.find((known) => known === name);
      if (!service) throw unknown('service', name, DEVELOPED);
      await devService(service, context, until);
      return 0;
    }
    const remotes = (await projects()).filter(isRemote);
    const project = remotes.find(({ folder }) => path.basename(folder) === first);
    if (!project)
      throw unknown(
        'remote',
        first,
        remotes.map(({ folder }) => path.basename(folder)),
      );
    const registry = new Registry(new FolderStore(context.folder.remotes));
    await devRemote(project, { registry, logs: context.folder.logs, url }, until);
    return 0;
  } catch (error) {
    progress.failed(error instanceof StartupProblem ? error.message : errorMessage(error));
    return 1;
  }
}

const unknown = (what: string, name = '', known: readonly string[]): StartupProblem =>
  new StartupProblem(`There is no ${what} '${name}'. Known: ${known.join(', ')}.`);
