import path from 'node:path';
import { RotatingLog, StartupProblem, sleep } from '@tomekeeper/cli-kit';
import {
  DATA_SERVICES,
  isWorker,
  REPLICATED,
  SEARCH_MODEL,
  serviceOf,
  serviceFolder,
  type DataServiceName,
  type RenewedName,
  type ReplicatedName,
  type ServiceName,
} from '@tomekeeper/installation';
import type { Config } from '../config';
import { nodePart, runNode } from '../supervision/node-process';
import type { Part } from '../supervision/part';
import { migrateWhatChanged } from './migrations';
import { spareOf } from './replicas';
import {
  environmentOf,
  hasOwnModel,
  hasWorkerApart,
  processesOf,
  type ProductContext,
} from './services';

const READY_WITHIN = 60_000;
const ANYWHERE = ['0.0.0.0', '::'];

/** The processes of one service or worker. */
export type Group = {
  readonly name: string;
  readonly processes: readonly string[];
  /** An additional process of the same kind, on a port that callers know. */
  readonly spare: Part;
  /** Whether callers have detected the spare process. */
  readonly isSpareKnown: () => Promise<boolean>;
};

/** The product's own processes and their preparation. */
export class Product {
  private readonly logs = new Map<string, RotatingLog>();

  constructor(
    private readonly context: ProductContext,
    private readonly leaving: AbortSignal,
    /** Enables source maps for developers' stack traces. */
    private readonly dev = false,
  ) {}

  /** @param services all services by default */
  migrate(adminUrl: string, services: readonly DataServiceName[] = DATA_SERVICES): Promise<void> {
    return migrateWhatChanged(adminUrl, services, (name) =>
      runNode({ ...this.processOf(name, 'migrate.js'), name: `${name}-migrations` }, this.leaving),
    );
  }

  services(): Part[] {
    const replicated = REPLICATED.filter((name) => this.runs(name)).flatMap((name) =>
      processesOf(name, this.context.config).map((process) => this.replica(name, process)),
    );
    const gateway = {
      ...this.processOf('gateway', 'main.js'),
      readyUrl: `${this.gatewaysListener()}/health/ready`,
    };
    return [...replicated, nodePart(gateway)];
  }

  /** Embedding process, which no other process waits for. Undefined with an external service, or without embeddings. */
  searchModel(): Part | undefined {
    if (!hasOwnModel(this.context.config)) return undefined;
    // The process also runs without its model, and reports that.
    return this.modelProcess(SEARCH_MODEL, 'live');
  }

  /** Returns a service with its worker, or only a worker or the model, in the order of renewal. */
  groups(name: RenewedName): Group[] {
    if (name === SEARCH_MODEL) return hasOwnModel(this.context.config) ? [this.modelGroup()] : [];
    const names = REPLICATED.filter(
      (one) => one === name || (isWorker(one) && serviceOf(one) === name),
    );
    return names
      .filter((one) => this.runs(one))
      .map((one) => ({
        name: one,
        processes: processesOf(one, this.context.config),
        spare: this.replica(one, spareOf(one)),
        isSpareKnown: async () => isWorker(one) || this.gatewaySees(spareOf(one)),
      }));
  }

  /**
   * The spare process shows whether the new build can load its model; it receives no calls, because full-text search
   * works without it.
   */
  private modelGroup(): Group {
    return {
      name: SEARCH_MODEL,
      processes: [SEARCH_MODEL],
      spare: this.modelProcess(spareOf(SEARCH_MODEL), 'ready'),
      isSpareKnown: async () => true,
    };
  }

  private modelProcess(process: string, health: 'live' | 'ready'): Part {
    return nodePart({
      ...this.processOf(SEARCH_MODEL, 'main.js', process),
      readyUrl: `http://127.0.0.1:${this.context.ports[process]}/health/${health}`,
    });
  }

  /** Whether the gateway's metrics report the process as available. */
  private async gatewaySees(process: string): Promise<boolean> {
    const url = `${this.gatewaysListener()}/metrics`;
    const told = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.text())
      .catch(() => '');
    const origin = `http://127.0.0.1:${this.context.ports[process]}`;
    const line = new RegExp(`^upstream_replica_up\\{[^}]*"${origin}"[^}]*\\} 1$`, 'm');
    return line.test(told);
  }

  private runs(name: ReplicatedName): boolean {
    return !isWorker(name) || hasWorkerApart(serviceOf(name), this.context.config);
  }

  private replica(name: ReplicatedName, process: string): Part {
    const program = isWorker(name) ? 'main.worker.js' : 'main.js';
    return nodePart({
      ...this.processOf(serviceOf(name), program, process),
      readyUrl: `http://127.0.0.1:${this.context.ports[process]}/health/ready`,
    });
  }

  private processOf(
    service: ServiceName | typeof SEARCH_MODEL,
    program: string,
    process: string = service,
  ) {
    const cwd = serviceFolder(service);
    const log = this.logs.get(process) ?? new RotatingLog(this.context.folder.logs, process);
    this.logs.set(process, log);
    return {
      name: process,
      program: path.join(cwd, 'dist', program),
      cwd,
      env: environmentOf(service, this.context, process),
      log,
      instance: this.context.secrets.instance,
      sourceMaps: this.dev,
    };
  }

  /** The URL of the gateway's inner listener, which follows its HOST. */
  private gatewaysListener(): string {
    const { ports, config } = this.context;
    return `http://${reachable(config.HOST)}:${ports['gateway-metrics']}`;
  }
}

function reachable(host: string): string {
  return ANYWHERE.includes(host) ? '127.0.0.1' : host;
}

/** Waits until all services and backing services are ready, checked through the public port like monitoring does. */
export async function untilAllReady({ PORT, HOST }: Config, logs: string): Promise<void> {
  const url = `http://${reachable(HOST)}:${PORT}/readyz`;
  let report = 'no answer';
  for (const end = Date.now() + READY_WITHIN; Date.now() < end; await sleep(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer === undefined) continue;
    report = (await answer.text()).replace(/\s+/g, ' ');
    if (answer.ok) return;
  }
  throw new StartupProblem(
    `Not all processes became ready within a minute: ${report} (see ${logs}).`,
  );
}
