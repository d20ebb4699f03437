import path from 'node:path';
import { isRemote, projects, WORKSPACE, dataFolder, type Project } from '@tomekeeper/installation';
import { FAILED, NOT_UNDERSTOOD, progress, StartupProblem } from '@tomekeeper/cli-kit';
import { shellContract } from './registry/shell-copy';
import { openStore } from './registry/open-store';
import { MovedMeanwhile, Registry } from './registry/registry';
import { readArguments, USAGE, UsageProblem } from './ship/arguments';
import { ship } from './ship/ship';

/** Exit code in addition to the common ones. */
const MOVED_MEANWHILE = 3;

/** `npm run ship`. @param build builds a project by its name, or throws a sentence @returns the exit code */
export async function main(
  given: readonly string[],
  root: string,
  build: (project: string) => Promise<void>,
): Promise<number> {
  try {
    const remotes = (await projects()).filter(isRemote);
    const wanted = readArguments(given, remotes.map(nameOf).sort());
    const store = await openStore(process.env, dataFolder(root));
    await ship(wanted, {
      registry: new Registry(store),
      contract: await shellContract(store),
      here: process.env['INIT_CWD'] ?? process.cwd(),
      project: (remote) => {
        const found = remotes.find((project) => nameOf(project) === remote);
        if (!found) throw new StartupProblem(`There is no remote '${remote}'.`);
        return found;
      },
      async build(project) {
        await build(project.name);
        return path.join(project.folder, 'dist');
      },
    });
    return 0;
  } catch (error) {
    progress.failed(
      error instanceof StartupProblem ? error.message : String((error as Error).stack),
    );
    if (error instanceof UsageProblem) console.error(USAGE);
    return codeOf(error);
  }
}

function codeOf(error: unknown): number {
  if (error instanceof UsageProblem) return NOT_UNDERSTOOD;
  return error instanceof MovedMeanwhile ? MOVED_MEANWHILE : FAILED;
}

const nameOf = ({ folder }: Project): string => path.relative(path.join(WORKSPACE, 'apps'), folder);
