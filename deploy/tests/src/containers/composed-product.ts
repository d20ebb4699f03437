import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { freePort, sleep } from '@tomekeeper/cli-kit';
import { COMPOSE_FILE, readCompose } from '../manifests/compose-file';
import type { Place } from '@tomekeeper/launcher/demo';
import type { Engine } from './engine';

const READY_MS = 600_000;
const LIMITS = ['ADDRESS', 'USER', 'SIGN_IN', 'SIGN_UP', 'CODE', 'SUBSCRIBE'];

/** The compose file as an operator uses it: a folder with an .env file and the secrets in a subfolder. */
export class ComposedProduct implements Place {
  private constructor(
    private readonly engine: Engine,
    private readonly folder: string,
    private readonly ports: readonly [web: number, storage: number, mail: number],
  ) {}

  static async prepare(engine: Engine, folder: string): Promise<ComposedProduct> {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    fs.mkdirSync(path.join(folder, 'deploy/docker/secrets'), { recursive: true, mode: 0o700 });
    fs.copyFileSync(COMPOSE_FILE, path.join(folder, 'docker-compose.yml'));
    const settings = {
      POOL_ID: `tomekeeper_${randomBytes(5).toString('hex')}`,
      PORT: String(ports[0]),
      STORAGE_PORT: String(ports[1]),
      MAIL_UI_PORT: String(ports[2]),
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      STORAGE_PUBLIC_URL: `http://localhost:${ports[1]}`,
      SECRETS_UID: '0',
      SECRETS_GID: '0',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    fs.writeFileSync(path.join(folder, '.env'), lines.join(''));
    fs.writeFileSync(path.join(folder, 'here.yml'), stringify(here(), { customTags: [RESET] }));
    return new ComposedProduct(engine, folder, ports);
  }

  get url(): string {
    return `http://localhost:${this.ports[0]}`;
  }

  get inboxUrl(): string {
    return `http://127.0.0.1:${this.ports[2]}`;
  }

  private get files(): readonly string[] {
    return ['docker-compose.yml', 'here.yml'].map((name) => path.join(this.folder, name));
  }

  /** Lists the secret files of the containers. */
  secrets(): readonly string[] {
    return fs.readdirSync(path.join(this.folder, 'deploy/docker/secrets'));
  }

  compose(...args: string[]): Promise<string> {
    return this.engine.compose(this.files, {}, ...args);
  }

  /** Starts all containers. On failure the error contains the output of the containers that exited. */
  async up(): Promise<void> {
    try {
      await this.compose('--profile', 'trial', 'up', '--detach', '--no-build');
    } catch (error) {
      throw new Error(await this.ended(), { cause: error });
    }
  }

  /** Returns the logs of containers that exited with an error. */
  private async ended(): Promise<string> {
    const said: string[] = [];
    for (const { Id, Labels } of await this.engine.containers()) {
      const { State } = await this.engine.inspect(Id);
      if (State.ExitCode === 0) continue;
      const logs = await this.engine.podman('logs', '--tail', '20', Id);
      said.push(`${Labels?.['com.docker.compose.service']} (${State.ExitCode}):\n${logs}`);
    }
    return said.join('\n');
  }

  /** Runs `deploy/docker/roll.sh <service>` as an operator does. */
  roll(service: string): Promise<string> {
    return this.engine.script('deploy/docker/roll.sh', [service], this.files);
  }

  /** Waits until the gateway reports that all services are ready. */
  async ready(): Promise<void> {
    let last = 'no answer';
    for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(500)) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      if (answer) last = await answer.text();
    }
    const logs = await this.compose('logs', '--tail', '30').catch(String);
    throw new Error(`Not ready in time: ${last}\n${logs.slice(-12_000)}`);
  }
}

class Reset {}
/** Compose's tag that removes a key. */
const RESET = {
  tag: '!reset',
  identify: (value: unknown) => value instanceof Reset,
  resolve: () => new Reset(),
  stringify: () => 'null',
};

/** Overrides for this machine: no memory or CPU limits, and high rate limits, because one client makes all calls. */
function here(): unknown {
  const services = Object.keys(readCompose().services).map((name) => [
    name,
    {
      deploy: new Reset(),
      ...(name === 'gateway' && {
        environment: Object.fromEntries(LIMITS.map((each) => [`RATE_LIMIT_${each}`, '100000'])),
      }),
    },
  ]);
  return { services: Object.fromEntries(services) };
}
