import path from 'node:path';
import { progress, RotatingLog, errorMessage } from '@tomekeeper/cli-kit';
import type { Project } from '@tomekeeper/installation';
import { inspect, type Registry } from '@tomekeeper/shipping';
import { keepBuilding } from './build';

/**
 * Builds one remote on every change, for browsers with `?dev=<remote>`.
 * @param until resolves when the command should end
 */
export async function devRemote(
  project: Project,
  around: { registry: Registry; logs: string; url: string },
  until: Promise<unknown>,
): Promise<void> {
  const { registry, logs, url } = around;
  const log = new RotatingLog(logs, 'dev');
  const dist = path.join(project.folder, 'dist');
  let id: string | undefined;
  let working: Promise<void> = Promise.resolve();
  const show = async (): Promise<void> => {
    const { id: built, published } = await inspect(dist);
    await registry.draft(built, dist);
    if (id === undefined) {
      const { path: first = '/' } =
        published.manifest.routes.find(({ path }) => !/[:*]/.test(path)) ?? {};
      progress.done(`${built} built from the current source: ${url}${first}?dev=${built}`);
      progress.note('Other users see the live version. Press Ctrl-C to stop.');
    } else progress.done(`${built} ${published.version}: open pages reload automatically`);
    id = built;
  };
  progress.note(`Building ${project.name}; build log: ${log.file}`);
  const stop = await keepBuilding(project, log, () => {
    working = working.then(show).catch((error: unknown) => progress.failed(errorMessage(error)));
  });
  await until;
  await stop();
  await working;
  if (id !== undefined) await registry.draft(id, undefined);
}
