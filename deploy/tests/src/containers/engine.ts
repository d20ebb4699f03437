import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sleep, waitUntil } from '@tomekeeper/cli-kit';
import { WORKSPACE } from '@tomekeeper/installation';
import { composeProgram } from './tools';

const run = promisify(execFile);
const HEALTH_CHECKS_EVERY_MS = 1000;

/** Sets lower file limits than the engine's default, and disables cgroups, because this environment allows neither. */
const CONTAINERS_CONF = (folder: string) => `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=32768:32768"]
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "crun"
[network]
network_backend = "netavark"
network_config_dir = "${path.join(folder, 'networks')}"
`;
const STORAGE_CONF = (folder: string) => `[storage]
driver = "overlay"
graphroot = "${path.join(folder, 'storage')}"
runroot = "${path.join(folder, 'run')}"
`;
/**
 * A mount namespace without the cgroup v2 mount: crun refuses to run with v1 and v2. The namespace ends with its parent
 * process, at the end of its input.
 */
const HOLD =
  'if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi; echo ready; cat';

const Container = z.object({
  Id: z.string(),
  Labels: z.record(z.string(), z.string()).nullable(),
  State: z.string(),
});
export type ContainerState = z.infer<typeof Container>;
const Inspected = z.tuple([
  z.looseObject({
    State: z.looseObject({
      Health: z.looseObject({ Status: z.string() }).optional(),
      ExitCode: z.number(),
    }),
    Config: z.unknown(),
  }),
]);

/** Buildah, Podman and Docker Compose with isolated storage. */
export class Engine {
  private service: ChildProcess | undefined;
  private checking = Promise.resolve();
  private isAsking = false;

  private constructor(
    private readonly folder: string,
    private readonly namespace: ChildProcess,
  ) {}

  /** @param folder for images and layers; reusing it makes the next run faster */
  static async start(folder: string): Promise<Engine> {
    fs.mkdirSync(path.join(folder, 'networks'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'containers.conf'), CONTAINERS_CONF(folder));
    fs.writeFileSync(path.join(folder, 'storage.conf'), STORAGE_CONF(folder));
    const namespace = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', HOLD], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve, reject) => {
      namespace.stdout?.once('data', resolve);
      namespace.once('exit', () => reject(new Error('there is no private mount namespace')));
    });
    const engine = new Engine(folder, namespace);
    // Removes containers of a killed run.
    await engine.podman('rm', '--all', '--force', '--volumes');
    return engine;
  }

  /** The API socket for Compose. */
  private get socket(): string {
    return path.join(this.folder, 'run', 'podman.sock');
  }

  /** Serves the engine's API to Compose. */
  async serve(): Promise<void> {
    fs.mkdirSync(path.dirname(this.socket), { recursive: true });
    fs.rmSync(this.socket, { force: true });
    const log = fs.openSync(path.join(this.folder, 'service.log'), 'w');
    // Ends the server with this process, even if it is killed.
    const [program, args] = this.inside('setpriv', [
      '--pdeathsig=KILL',
      'podman',
      'system',
      'service',
      '--time=0',
      `unix://${this.socket}`,
    ]);
    this.service = spawn(program, args, { env: this.environment(), stdio: ['ignore', log, log] });
    fs.closeSync(log);
    if (!(await waitUntil(() => Promise.resolve(fs.existsSync(this.socket)), 30_000, 100)))
      throw new Error('podman does not serve');
    this.askHealth();
  }

  /** Runs each container's health check, which systemd would do elsewhere. */
  askHealth(): void {
    this.isAsking = true;
    this.checking = this.checkHealth();
  }

  /** Stops the health checks; an engine does the same for containers that it stops. */
  async rest(): Promise<void> {
    this.isAsking = false;
    await this.checking;
  }

  podman(...args: string[]): Promise<string> {
    return this.run('podman', args);
  }

  /** Builds an image from a Dockerfile. Only the build itself accesses the network. */
  build(name: string, context: string, ...args: string[]): Promise<string> {
    const fixed = ['--pull-never', '--layers', '--isolation', 'chroot', '--network', 'host'];
    return this.run('buildah', ['bud', ...fixed, '--tag', `docker.io/${name}`, ...args, context]);
  }

  /** Runs Docker Compose on the project's file and additional ones. */
  async compose(
    files: readonly string[],
    settings: NodeJS.ProcessEnv,
    ...args: string[]
  ): Promise<string> {
    const named = files.flatMap((file) => ['--file', file]);
    return this.run(composeProgram() ?? '', [...named, ...args], settings);
  }

  /** Runs a script of the project, with Podman in place of Docker. */
  script(name: string, args: readonly string[], files: readonly string[]): Promise<string> {
    return this.run('sh', [name, ...args], {
      COMPOSE_FILE: files.join(':'),
      COMPOSE: composeProgram(),
      DOCKER: 'podman',
    });
  }

  /** Returns the project's containers, including exited ones. */
  async containers(service?: string): Promise<readonly ContainerState[]> {
    const listed = await this.podman('ps', '--all', '--format', 'json');
    const all = z.array(Container).parse(JSON.parse(listed));
    return all.filter(
      ({ Labels }) => service === undefined || Labels?.['com.docker.compose.service'] === service,
    );
  }

  async inspect(id: string): Promise<z.infer<typeof Inspected>[0]> {
    const [found] = Inspected.parse(JSON.parse(await this.podman('inspect', id)));
    return found;
  }

  /** Stops all containers; images and layers stay. */
  async stop(): Promise<void> {
    await this.rest();
    this.service?.kill('SIGTERM');
    await this.podman('rm', '--all', '--force', '--time', '0', '--volumes').catch(() => undefined);
    await this.podman('network', 'prune', '--force').catch(() => undefined);
    await this.podman('volume', 'prune', '--force').catch(() => undefined);
    this.namespace.stdin?.end();
  }

  private async checkHealth(): Promise<void> {
    while (this.isAsking) {
      const running = await this.containers().catch(() => []);
      await Promise.all(
        running
          .filter(({ State }) => State === 'running')
          // The result appears in the container's state; containers without a health check fail here.
          .map(({ Id }) => this.podman('healthcheck', 'run', Id).catch(() => undefined)),
      );
      await sleep(HEALTH_CHECKS_EVERY_MS);
    }
  }

  private inside(program: string, args: readonly string[]): [string, string[]] {
    const where = `--mount=/proc/${String(this.namespace.pid)}/ns/mnt`;
    return ['nsenter', [where, `--wd=${WORKSPACE}`, '--', program, ...args]];
  }

  private environment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CONTAINERS_CONF: path.join(this.folder, 'containers.conf'),
      CONTAINERS_STORAGE_CONF: path.join(this.folder, 'storage.conf'),
      DOCKER_HOST: `unix://${this.socket}`,
      ...settings,
    };
  }

  private async run(
    program: string,
    args: readonly string[],
    settings: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const [command, all] = this.inside(program, args);
    const options = { env: this.environment(settings), maxBuffer: 256 * 1024 * 1024 };
    try {
      const { stdout, stderr } = await run(command, all, options);
      // A container's output is on both streams.
      return args[0] === 'logs' ? stdout + stderr : stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      const said = `${stdout}\n${stderr}`.slice(-6000);
      throw new Error(`${program} ${args.join(' ')}:\n${said}`, { cause: error });
    }
  }
}
