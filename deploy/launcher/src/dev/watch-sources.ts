import fs from 'node:fs';
import path from 'node:path';
import { progress, errorMessage } from '@tomekeeper/cli-kit';
import type { Project } from '@tomekeeper/installation';

const QUIET_MS = 200;
const NOT_BUILT = /\.(int-|e2e-)?spec\.tsx?$|\.md$/;

/**
 * Calls `onChanged` with the projects whose sources changed, one call at a time.
 * @returns a function that stops watching
 */
export function watchSources(
  projects: readonly Project[],
  onChanged: (changed: readonly Project[]) => Promise<void>,
): () => void {
  const changed = new Set<Project>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const notice = (project: Project): void => {
    changed.add(project);
    clearTimeout(timer);
    // Debounces, because an editor saves in several steps and a branch switch changes many files.
    timer = setTimeout(() => {
      const batch = [...changed];
      changed.clear();
      working = working
        .then(() => onChanged(batch))
        .catch((error: unknown) => progress.failed(errorMessage(error)));
    }, QUIET_MS);
  };
  const watchers = projects.flatMap((project) => {
    const source = path.join(project.folder, 'src');
    if (!fs.existsSync(source)) return [];
    const watcher = fs.watch(source, { recursive: true }, (_event, name) => {
      if (name === null || !NOT_BUILT.test(name)) notice(project);
    });
    return [watcher.on('error', () => undefined)];
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
