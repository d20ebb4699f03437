import path from 'node:path';
import type { Config } from '../config';
import { RotatingLog } from '../console/rotating-log';
import type { Registry } from '../registry/registry';
import { StartupProblem } from '../startup-problem';
import { sleep } from '../processes';
import { nodePart, runNode } from '../supervision/node-process';
import type { Part } from '../supervision/part';
import { migrateWhatChanged } from './migrations';
import {
  DATA_SERVICES,
  environmentOf,
  SERVICES,
  workerEnvironmentOf,
  type ServiceName,
  type Surroundings,
} from './services';
import { isRemote, isShell, projects, serviceFolder } from './workspace';

const READY_WITHIN = 60_000;
const ANYWHERE = ['0.0.0.0', '::'];

/** The product's own processes and what they need done before they start. */
export class Product {
  private readonly logs = new Map<ServiceName, RotatingLog>();

  constructor(
    private readonly around: Surroundings,
    private readonly leaving: AbortSignal,
  ) {}

  migrate(adminUrl: string): Promise<void> {
    return migrateWhatChanged(adminUrl, (name) =>
      runNode({ ...this.processOf(name, 'migrate.js'), name: `${name}-migrations` }, this.leaving),
    );
  }

  services(): Part[] {
    const services = SERVICES.map((name) =>
      nodePart({ ...this.processOf(name, 'main.js'), readyUrl: this.probeOf(name) }),
    );
    return this.around.config.WORKERS === 'apart' ? [...services, ...this.workers()] : services;
  }

  private workers(): Part[] {
    return DATA_SERVICES.map((service) => {
      const name = `${service}-worker` as const;
      return nodePart({
        ...this.processOf(service, 'main.worker.js'),
        name,
        env: workerEnvironmentOf(service, this.around),
        log: new RotatingLog(this.around.folder.logs, name),
        readyUrl: `http://127.0.0.1:${this.around.ports[name]}/health/ready`,
      });
    });
  }

  private processOf(name: ServiceName, program: string) {
    const cwd = serviceFolder(name);
    const log = this.logs.get(name) ?? new RotatingLog(this.around.folder.logs, name);
    this.logs.set(name, log);
    return {
      name,
      program: path.join(cwd, 'dist', program),
      cwd,
      env: environmentOf(name, this.around),
      log,
      instance: this.around.secrets.instance,
    };
  }

  private probeOf(name: ServiceName): string {
    const { ports, config } = this.around;
    // The gateway's inner listener follows its HOST.
    if (name === 'gateway') {
      return `http://${reachable(config.HOST)}:${ports['gateway-metrics']}/health/ready`;
    }
    return `http://127.0.0.1:${ports[name]}/health/ready`;
  }
}

function reachable(host: string): string {
  return ANYWHERE.includes(host) ? '127.0.0.1' : host;
}

/** Makes every remote live that was built anew since the last time, and removes what has had its time. */
export async function publishRemotes(registry: Registry): Promise<void> {
  for (const project of (await projects()).filter(isRemote)) {
    await registry.publishIfNew(path.join(project.folder, 'dist'));
  }
  await registry.sweep();
}

export async function shellFolder(): Promise<string> {
  const shell = (await projects()).find(isShell);
  if (!shell) throw new Error('the workspace has no shell');
  return path.join(shell.folder, 'dist');
}

/** What monitors will ask: every service and backing part, seen through the front door. */
export async function untilAllReady({ PORT, HOST }: Config, logs: string): Promise<void> {
  const url = `http://${reachable(HOST)}:${PORT}/readyz`;
  let report = 'no answer';
  for (const end = Date.now() + READY_WITHIN; Date.now() < end; await sleep(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer === undefined) continue;
    report = (await answer.text()).replace(/\s+/g, ' ');
    if (answer.ok) return;
  }
  throw new StartupProblem(`Not every part became ready within a minute: ${report} (see ${logs}).`);
}
