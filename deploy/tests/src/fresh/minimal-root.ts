import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SupportedNode } from './supported-nodes';

const run = promisify(execFile);

/** The tools that make such a root and run something in it. */
const TOOLS = ['mmdebstrap', 'unshare', 'nsenter', 'setsid', 'chroot', 'git', 'npm'];

/** Why no minimal root can be made here; nothing when it can. */
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

/** Of the machine's npm settings what says where packages come from; credentials stay where they are. */
const REGISTRY_SETTINGS = ['registry', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'];
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
/** The machine's own certificates, as found in the root. */
const CERTIFICATES = '/etc/ssl/machine.pem';

/** Mounts what a system has beside its files, and stays; all of it ends with the namespace's first process. */
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

/** A process in a root: what it said so far, and its end. */
export type Inside = {
  readonly output: () => string;
  readonly ended: Promise<Ended>;
  /** As Ctrl-C does it: to the command and to all that it did not put into groups of their own. */
  readonly interrupt: () => Promise<void>;
};

/** Files of a Debian with git and certificates, and nothing else. @param folder to be made */
export async function debianFiles(folder: string): Promise<void> {
  const release = fs.readFileSync('/etc/os-release', 'utf8');
  const own = /^ID=debian$/m.test(release) ? /^VERSION_CODENAME=(\w+)$/m.exec(release) : undefined;
  const suite = process.env['SUITE'] ?? own?.[1] ?? 'stable';
  const choice = ['--mode=root', '--variant=minbase', '--include=git,ca-certificates'];
  await run('mmdebstrap', [...choice, suite, folder], { maxBuffer: 2 ** 26 });
}

/** A Debian with one Node, the npm it ships and nobody's settings or caches. */
export class MinimalRoot {
  private init: ChildProcess | undefined;
  private readonly environment: Record<string, string>;

  /** @param folder that holds its files, see `debianFiles` */
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

  /** A path inside, as seen from outside. */
  path(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Puts Node and npm where an installer puts them, from the packages that npm's registry has of both. */
  async install({ node, npm }: SupportedNode): Promise<void> {
    const local = this.path('/usr/local');
    await this.unpack(`node-linux-${process.arch}@${node}`, local, ['package/bin']);
    const own = path.join(local, 'lib/node_modules/npm');
    fs.mkdirSync(own, { recursive: true });
    await this.unpack(`npm@${npm}`, own, []);
    for (const name of ['npm', 'npx'])
      fs.symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  }

  /** Begins its life: its own processes and mounts. */
  async boot(): Promise<void> {
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
    const command = [...namespaces, 'sh', '-ec', INIT, 'sh', this.folder];
    this.init = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (!this.init.stdout) throw new Error('The init process has no output.');
    await Promise.race([once(this.init.stdout, 'data'), once(this.init, 'exit')]);
    if (this.init.exitCode !== null) throw new Error('The minimal root could not be mounted.');
  }

  /** Ends whatever still runs in it. */
  async halt(): Promise<void> {
    if (!this.init || this.init.exitCode !== null || this.init.signalCode !== null) return;
    const ended = once(this.init, 'exit');
    this.init.kill('SIGKILL');
    await ended;
  }

  /** Starts a shell command as that person, in their home or a folder of it. */
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
        // A group of its own, as a terminal gives to each command.
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

  /** Commands of all processes in it that no command of ours belongs to. */
  async processes(): Promise<string[]> {
    const list = `for each in /proc/[0-9]*; do
      [ "$each" = "/proc/$$" ] || [ "$each" = /proc/1 ] || tr '\\0' ' ' < "$each/cmdline" && echo
    done 2>/dev/null`;
    const { output } = await this.run(ROOT, list);
    // The one that keeps the root alive sleeps.
    return output.split('\n').filter((line) => !/^(sleep 1 |tr |)$/.test(line.trimStart()));
  }

  private entering(): string[] {
    return [`--target=${this.firstProcess()}`, '--mount', '--pid'];
  }

  /** The namespace's first process: `unshare` itself stays outside. */
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

  /** @returns where they are, if the machine has certificates of its own */
  private copyCertificates(): string | undefined {
    const files = [process.env['NODE_EXTRA_CA_CERTS'] ?? '', npmSetting('cafile')];
    const all = [...new Set(files)].filter((file) => file !== '' && fs.existsSync(file));
    if (all.length === 0) return undefined;
    const texts = all.map((file) => fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(this.path(CERTIFICATES), texts.join('\n'));
    return CERTIFICATES;
  }
}

/** What anybody's machine behind the same proxies would be told. */
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
