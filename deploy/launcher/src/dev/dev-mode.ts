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
import { watchSources } from './watch-sources';

const isWeb = (project: Project): boolean => isShell(project) || isRemote(project);

/**
 * Watches all sources: rebuilds changed services and libraries and restarts dependent services; rebuilds and publishes
 * changed remotes. Reloading the page shows the changes.
 */
export class DevMode {
  private readonly log: RotatingLog;
  private readonly builders = new Map<string, Promise<() => Promise<void>>>();
  private close: () => void = () => undefined;

  constructor(
    logs: string,
    private readonly supervisor: Supervisor,
    private readonly registry: Registry,
  ) {
    this.log = new RotatingLog(logs, 'dev');
  }

  async start(): Promise<void> {
    const all = await projects();
    this.close = watchSources(all, (changed) => this.rebuild(changed, all));
  }

  async stop(): Promise<void> {
    this.close();
    const builders = await Promise.all(this.builders.values());
    await Promise.all(builders.map((end) => end()));
  }

  private async rebuild(changed: readonly Project[], all: readonly Project[]): Promise<void> {
    const servers = changed.filter((candidate) => !isWeb(candidate));
    if (!(await build(servers, this.log))) return;
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
