import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Debian packages of these programs; deploy/docker/install-tools.sh installs them. */
const PROGRAMS = ['podman', 'buildah', 'crun', 'mmdebstrap', 'unshare', 'nsenter', 'iptables'];
const COMPOSE_PLACES = [
  '/usr/local/lib/docker/cli-plugins/docker-compose',
  '/usr/libexec/docker/cli-plugins/docker-compose',
  '/usr/lib/docker/cli-plugins/docker-compose',
  path.join(os.homedir(), '.docker/cli-plugins/docker-compose'),
];

const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Docker Compose v2: the plugin is also a standalone program. */
export const composeProgram = (): string | undefined =>
  [process.env['DOCKER_COMPOSE'] ?? '', ...COMPOSE_PLACES].find(
    (place) => place !== '' && fs.existsSync(place) && runs(place, 'version'),
  );

/** Returns why containers cannot run on this machine; undefined if they can. */
export function whyNoContainers(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux';
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = PROGRAMS.filter((program) => !runs('which', program));
  if (composeProgram() === undefined) missing.push('docker-compose 2');
  if (missing.length > 0)
    return `misses ${missing.join(', ')}: deploy/docker/install-tools.sh installs them`;
  const mayMount = 'mount -t tmpfs none /mnt && umount /mnt';
  if (!runs('unshare', '--mount', '--propagation', 'private', 'sh', '-c', mayMount))
    return 'may not mount';
  return undefined;
}
