import fs from 'node:fs';
import path from 'node:path';
import { progress, RotatingLog, errorMessage } from '@tomekeeper/cli-kit';
import {
  SEARCH_MODEL,
  SERVICES,
  isRemote,
  isShell,
  projects,
  serviceFolder,
  type Project,
} from '@tomekeeper/installation';
import type { Registry } from '@tomekeeper/shipping';
import { belongsTo } from '../product/replicas';
import type { Supervisor } from '../supervision/supervisor';
import { affectedBy } from './affected';
import { build, keepBuilding } from './build';

const QUIET = 200;
const NOT_BUILT = /\.(int-|e2e-)?spec\.tsx?$|\.md$/;

const isWeb = (project: Project): boolean => isShell(project) || isRemote(project);

/**
 * Watches all sources: rebuilds changed services and libraries and restarts dependent services; rebuilds and publishes
 * changed remotes. Reloading the page shows the changes.
 */
export class DevMode {
  private readonly log: RotatingLog;
  private readonly changed = new Map<string, Project>();
  private readonly builders = new Map<string, Promise<() => Promise<void>>>();
  private readonly watchers: fs.FSWatcher[] = [];
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(
    logs: string,
    private readonly supervisor: Supervisor,
    private readonly registry: Registry,
  ) {
    this.log = new RotatingLog(logs, 'dev');
  }

  async start(): Promise<void> {
    const all = await projects();
    for (const project of all) {
      const source = path.join(project.folder, 'src');
      if (!fs.existsSync(source)) continue;
      const watcher = fs.watch(source, { recursive: true }, (_event, name) => {
        if (name === null || !NOT_BUILT.test(name)) this.notice(project, all);
      });
      watcher.on('error', () => undefined);
      this.watchers.push(watcher);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    for (const watcher of this.watchers) watcher.close();
    const builders = await Promise.all(this.builders.values());
    await Promise.all(builders.map((end) => end()));
  }

  private notice(project: Project, all: readonly Project[]): void {
    this.changed.set(project.name, project);
    clearTimeout(this.timer);
    // Debounces, because an editor saves in several steps and a branch switch changes many files.
    this.timer = setTimeout(() => {
      const changed = [...this.changed.values()];
      this.changed.clear();
      this.working = this.working
        .then(() => this.rebuild(changed, all))
        .catch((error: unknown) => progress.failed(errorMessage(error)));
    }, QUIET);
  }

  private async rebuild(changed: readonly Project[], all: readonly Project[]): Promise<void> {
    for (const project of changed.filter((candidate) => !isWeb(candidate))) {
      if (!(await build(project, this.log))) {
        progress.failed(`${project.name} failed to build; see ${this.log.file}`);
        return;
      }
    }
    const affected = new Set(changed.flatMap((project) => affectedBy(project, all)));
    const services = [...SERVICES, SEARCH_MODEL].filter((name) =>
      [...affected].some((project) => project.folder === serviceFolder(name)),
    );
    await this.supervisor.restart((part) => services.some((name) => belongsTo(name, part)));
    for (const project of affected) if (isWeb(project)) this.keepBuilding(project);
  }

  private keepBuilding(project: Project): void {
    if (this.builders.has(project.name)) return;
    progress.note(`${project.name} is rebuilt on every change`);
    const onBuilt = (): void => {
      void this.publish(project).catch((error: unknown) => progress.failed(errorMessage(error)));
    };
    this.builders.set(project.name, keepBuilding(project, this.log, onBuilt));
  }

  private async publish(project: Project): Promise<void> {
    if (isShell(project)) return progress.done('The shell is built; reload the page');
    const { id, version, changed } = await this.registry.publish(path.join(project.folder, 'dist'));
    if (changed) progress.done(`${id} ${version} is live; reload the page`);
  }
}
