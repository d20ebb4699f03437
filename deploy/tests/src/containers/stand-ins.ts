import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { WORKSPACE } from '@tomekeeper/installation';
import { instructions } from '../manifests/dockerfile';
import type { Engine } from './engine';

const run = promisify(execFile);
const FILES = path.join(__dirname, 'stand-ins');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Debian's official images exclude these too. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*'];

type Root = { readonly suite: string; readonly packages: readonly string[] };
/** Debian has PostgreSQL 18 and Valkey 9, which the compose file requires, only in unstable. */
const ROOTS = {
  node: { suite: 'bookworm', packages: ['ca-certificates'] },
  postgres: { suite: 'sid', packages: ['postgresql-18'] },
  valkey: { suite: 'sid', packages: ['valkey-server', 'valkey-tools'] },
} satisfies Record<string, Root>;

/** The base image of our images, by version: a substitute cannot have the original's digest. */
export function nodeImage(): string {
  const file = path.join(WORKSPACE, 'deploy/docker/service.Dockerfile');
  const base = instructions(fs.readFileSync(file, 'utf8'))
    .map(({ text }) => /^NODE_IMAGE=([^@]+)/.exec(text)?.[1])
    .find((found) => found !== undefined);
  if (base === undefined) throw new Error(`${file} names no base`);
  return base;
}

/**
 * Builds substitutes of the official images that the compose file and the Dockerfiles name, under the same names.
 * @param images image names
 * @param folder cache of their contents
 */
export async function makeStandIns(
  engine: Engine,
  images: readonly string[],
  folder: string,
): Promise<void> {
  const named = (start: string): string => {
    const found = images.find((image) => image.startsWith(start));
    if (found === undefined) throw new Error(`nothing names an image ${start}`);
    return found;
  };
  const build = async (kind: string, image: string, ...args: string[]) => {
    const context = path.join(folder, kind);
    fs.mkdirSync(context, { recursive: true });
    fs.cpSync(FILES, context, { recursive: true });
    await engine.build(image, context, '--file', path.join(FILES, `${kind}.Dockerfile`), ...args);
  };
  const base = nodeImage();
  for (const [kind, root] of Object.entries(ROOTS)) await debian(path.join(folder, kind), root);
  await nodeAndNpm(path.join(folder, 'node'), base);
  await build('node', base);
  await build('postgres', named('postgres:'));
  await build('valkey', named('valkey/'));
  await launcherParts(path.join(folder, 'parts'));
  const of = ['--build-arg', `NODE_IMAGE=docker.io/library/${base}`, '--target'];
  await build('parts', named('chrislusf/seaweedfs:'), ...of, 'storage');
  await build('parts', named('axllent/mailpit:'), ...of, 'mail');
}

/** Creates an archive with a minimal Debian and additional packages. */
async function debian(folder: string, { suite, packages }: Root): Promise<void> {
  const archive = path.join(folder, 'debian.tar');
  if (fs.existsSync(archive)) return;
  fs.mkdirSync(folder, { recursive: true });
  const options = [
    '--variant=minbase',
    // A mirror with snapshots may be older than its expiry date.
    '--aptopt=Acquire::Check-Valid-Until "false"',
    ...LEFT_OUT.map((each) => `--dpkgopt=path-exclude=${each}`),
    `--include=${packages.join(',')}`,
  ];
  const unfinished = path.join(folder, 'unfinished.tar');
  await run('mmdebstrap', [...options, suite, unfinished], { maxBuffer: 64 * 1024 * 1024 });
  fs.renameSync(unfinished, archive);
}

/** Installs Node from npm in the version of the image's name, and the npm release of that Node line. */
async function nodeAndNpm(folder: string, image: string): Promise<void> {
  const version = /:(\d+\.\d+\.\d+)/.exec(image)?.[1] ?? '';
  const parts = { node: `node-linux-${process.arch}@${version}`, npm: 'npm@10' };
  for (const [name, wanted] of Object.entries(parts)) {
    const target = path.join(folder, name);
    if (fs.existsSync(path.join(target, 'package'))) continue;
    fs.mkdirSync(target, { recursive: true });
    await run('npm', ['pack', '--silent', '--pack-destination', target, wanted]);
    const [archive = ''] = fs.readdirSync(target);
    await run('tar', ['--extract', '--file', path.join(target, archive), '--directory', target]);
  }
  // Builds use this machine's registry.
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'], { cwd: folder });
  const settings = [
    `registry=${registry.trim()}`,
    `cafile=${CERTIFICATES}`,
    'update-notifier=false',
  ];
  fs.writeFileSync(path.join(folder, 'npmrc'), `${settings.join('\n')}\n`);
  fs.copyFileSync(CERTIFICATES, path.join(folder, 'ca-certificates.crt'));
}

/** The built object store and mail inbox of `npm start`. */
async function launcherParts(folder: string): Promise<void> {
  const layOut = (what: string, target: string) => {
    fs.rmSync(path.join(folder, target), { recursive: true, force: true });
    const program = 'deploy/docker/runtime-tree.mjs';
    const args = [program, what, path.join(folder, target), 'deploy/launcher'];
    return run(process.execPath, args, { cwd: WORKSPACE });
  };
  await layOut('dependencies', 'manifests');
  await layOut('output', 'output');
}
