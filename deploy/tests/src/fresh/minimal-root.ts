import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SupportedNode } from './supported-nodes';

const run = promisify(execFile);

/** Tools that create such a root and run commands in it. */
const TOOLS = ['mmdebstrap', 'unshare', 'nsenter', 'setsid', 'chroot', 'git', 'npm'];

/** Returns why a minimal root cannot be created; undefined if it can. */
export function missingForRoots(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = TOOLS.filter((tool) => spawnSync('which', [tool]).status !== 0);
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  return spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
    ? undefined
    : 'needs mount and PID namespaces';
}

export type Inhabitant = { readonly name: string; readonly id: number; readonly home: string };

export const ROOT: Inhabitant = { name: 'root', id: 0, home: '/root' };
export const ORDINARY: Inhabitant = { name: 'ordinary', id: 1000, home: '/home/ordinary' };

/** The registry-related npm settings; credentials are not copied. */
const REGISTRY_SETTINGS = ['registry', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'];
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
/** Path inside the root of the machine's certificates. */
const CERTIFICATES = '/etc/ssl/machine.pem';

/** Mounts the virtual file systems and waits; everything ends with the namespace's first process. */
const INIT = `
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=755 tmpfs "$1/dev"
for each in null zero full random urandom tty; do
  : > "$1/dev/$each"
  mount --bind "/dev/$each" "$1/dev/$each"
done
mkdir "$1/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
ln -s /proc/self/fd "$1/dev/fd"
for each in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/\${each#*:}" "$1/dev/\${each%:*}"; done
echo mounted
while :; do sleep 1; done`;

export type Ended = { readonly code: number | null; readonly output: string };

/** A process in a root, with its output so far and its exit. */
export type Inside = {
  readonly output: () => string;
  readonly ended: Promise<Ended>;
  /** Sends Ctrl-C: to the command and all children in its process group. */
  readonly interrupt: () => Promise<void>;
};

/**
 * Creates the files of a Debian with git and certificates.
 * @param folder is created
 */
export async function debianFiles(folder: string): Promise<void> {
  const release = fs.readFileSync('/etc/os-release', 'utf8');
  const own = /^ID=debian$/m.test(release) ? /^VERSION_CODENAME=(\w+)$/m.exec(release) : undefined;
  const suite = process.env['SUITE'] ?? own?.[1] ?? 'stable';
  const choice = ['--mode=root', '--variant=minbase', '--include=git,ca-certificates'];
  await run('mmdebstrap', [...choice, suite, folder], { maxBuffer: 2 ** 26 });
}

/** A Debian with one Node and the npm that it ships, without settings or caches. */
export class MinimalRoot {
  private init: ChildProcess | undefined;
  private readonly environment: Record<string, string>;

  /** @param folder its files; see `debianFiles` */
  constructor(private readonly folder: string) {
    this.environment = registryEnvironment(this.copyCertificates());
    for (const file of ['resolv.conf', 'hosts'])
      fs.cpSync(path.join('/etc', file), this.path('/etc', file), { dereference: true });
    const { name, id, home } = ORDINARY;
    fs.appendFileSync(this.path('/etc/passwd'), `${name}:x:${id}:${id}::${home}:/bin/bash\n`);
    fs.appendFileSync(this.path('/etc/group'), `${name}:x:${id}:\n`);
    fs.mkdirSync(this.path(home));
    fs.chownSync(this.path(home), id, id);
  }

  /** Converts a path inside to a path outside. */
  path(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Installs Node and npm from the npm registry, in the locations that an installer uses. */
  async install({ node, npm }: SupportedNode): Promise<void> {
    const local = this.path('/usr/local');
    await this.unpack(`node-linux-${process.arch}@${node}`, local, ['package/bin']);
    const own = path.join(local, 'lib/node_modules/npm');
    fs.mkdirSync(own, { recursive: true });
    await this.unpack(`npm@${npm}`, own, []);
    for (const name of ['npm', 'npx'])
      fs.symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  }

  /** Starts the root's process and mount namespaces. */
  async boot(): Promise<void> {
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
    const command = [...namespaces, 'sh', '-ec', INIT, 'sh', this.folder];
    this.init = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (!this.init.stdout) throw new Error('The init process has no output.');
    await Promise.race([once(this.init.stdout, 'data'), once(this.init, 'exit')]);
    if (this.init.exitCode !== null) throw new Error('The minimal root could not be mounted.');
  }

  /** Ends all processes in it. */
  async halt(): Promise<void> {
    if (!this.init || this.init.exitCode !== null || this.init.signalCode !== null) return;
    const ended = once(this.init, 'exit');
    this.init.kill('SIGKILL');
    await ended;
  }

  /** Starts a shell command as that user, in their home or a subfolder. */
  start(who: Inhabitant, command: string, settings: Record<string, string> = {}): Inside {
    const note = `/tmp/command-${Math.random().toString(36).slice(2)}`;
    const environment = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: who.home,
      USER: who.name,
      ...this.environment,
      ...settings,
    };
    const child = spawn(
      'nsenter',
      [
        ...this.entering(),
        ...['chroot', `--userspec=${who.id}:${who.id}`, '--groups=', this.folder, 'env', '-i'],
        ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        // A process group, as a terminal creates for each command.
        ...['setsid', 'sh', '-c', `echo $$ > ${note}; cd; ${command}`],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'close').then(() => {
      fs.rmSync(this.path(note), { force: true });
      return { code: child.exitCode, output };
    });
    const interrupt = async () => {
      const group = fs.readFileSync(this.path(note), 'utf8').trim();
      await run('nsenter', [...this.entering(), 'kill', '-INT', '--', `-${group}`]);
    };
    return { output: () => output, ended, interrupt };
  }

  /** Runs a shell command to its end. */
  run(who: Inhabitant, command: string, settings?: Record<string, string>): Promise<Ended> {
    return this.start(who, command, settings).ended;
  }

  /** Returns the commands of all processes that do not belong to our commands. */
  async processes(): Promise<string[]> {
    const list = `for each in /proc/[0-9]*; do
      [ "$each" = "/proc/$$" ] || [ "$each" = /proc/1 ] || tr '\\0' ' ' < "$each/cmdline" && echo
    done 2>/dev/null`;
    const { output } = await this.run(ROOT, list);
    // The process that keeps the root alive sleeps.
    return output.split('\n').filter((line) => !/^(sleep 1 |tr |)$/.test(line.trimStart()));
  }

  private entering(): string[] {
    return [`--target=${this.firstProcess()}`, '--mount', '--pid'];
  }

  /** Returns the pid of the namespace's first process: `unshare` itself is outside. */
  private firstProcess(): string {
    const { pid } = this.init ?? {};
    if (pid === undefined) throw new Error('The minimal root is not booted.');
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  }

  private async unpack(spec: string, into: string, members: readonly string[]): Promise<void> {
    const packed = fs.mkdtempSync(this.path('/var/tmp/pack-'));
    await run('npm', ['pack', '--silent', spec], { cwd: packed });
    const [archive = ''] = fs.readdirSync(packed);
    const options = ['--extract', '--strip-components=1', '--no-same-owner', '--file'];
    await run('tar', [...options, path.join(packed, archive), '--directory', into, ...members]);
    fs.rmSync(packed, { recursive: true });
  }

  /** @returns their path, if the machine has custom certificates */
  private copyCertificates(): string | undefined {
    const files = [process.env['NODE_EXTRA_CA_CERTS'] ?? '', npmSetting('cafile')];
    const all = [...new Set(files)].filter((file) => file !== '' && fs.existsSync(file));
    if (all.length === 0) return undefined;
    const texts = all.map((file) => fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(this.path(CERTIFICATES), texts.join('\n'));
    return CERTIFICATES;
  }
}

/** Environment that any machine behind the same proxies needs. */
function registryEnvironment(certificates: string | undefined): Record<string, string> {
  const settings = REGISTRY_SETTINGS.map((name) => [`npm_config_${name}`, npmSetting(name)]);
  const proxies = PROXIES.map((name) => [name, process.env[name] ?? '']);
  const told = Object.fromEntries([...settings, ...proxies].filter(([, value]) => value !== ''));
  if (certificates === undefined) return told;
  return { ...told, NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates };
}

function npmSetting(name: string): string {
  const { stdout } = spawnSync('npm', ['config', 'get', name], { cwd: '/', encoding: 'utf8' });
  const value = stdout.trim();
  return value === 'null' || value === 'undefined' ? '' : value;
}
