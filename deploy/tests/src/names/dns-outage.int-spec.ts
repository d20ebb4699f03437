import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DATA_SERVICES, serviceFolder, WORKSPACE } from '@tomekeeper/installation';
import { waitUntil } from '@tomekeeper/program-kit';

jest.setTimeout(120_000);

/** What compose and the runbook give a process, with room for a machine that is busy. */
const GRACE_MS = 15_000;

/** As in a pod: the system asks for twenty seconds before it gives a name up. */
const RESOLV_CONF = 'nameserver 127.0.0.1\nsearch tomes.test svc.test\noptions ndots:5\n';

const NAMESPACE = ['--map-root-user', '--mount', '--net'];
const canTry =
  process.platform === 'linux' &&
  spawnSync('unshare', [...NAMESPACE, 'sh', '-c', 'ip link set lo up && mount -t tmpfs none /mnt'])
    .status === 0;

const title = 'ends at SIGTERM while no name server answers';
(canTry ? it : it.skip)(
  canTry ? `the gateway ${title}` : `skipped without unshare and ip: the gateway ${title}`,
  async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-names-'));
    await fs.writeFile(path.join(folder, 'resolv.conf'), RESOLV_CONF);
    const gateway = spawn(
      'unshare',
      [...NAMESPACE, 'sh', '-ec', INSIDE, folder, process.execPath, __dirname],
      {
        cwd: serviceFolder('gateway'),
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          PORT: '18080',
          PUBLIC_URL: 'http://localhost:18080',
          STORAGE_ORIGIN: 'http://localhost:18090',
          POOL_ID: 'local_tomekeeper',
          POOL_CLIENT_ID: 'web',
          SHELL_DIR: path.join(WORKSPACE, 'apps/shell/dist'),
          REMOTES_DIR: folder,
          REMOTES_POINTERS: path.join(folder, 'live.json'),
          UPSTREAM_CHECK_MS: '100',
          ...Object.fromEntries(
            DATA_SERVICES.map((name) => [`${name.toUpperCase()}_URL`, `http://${name}:8080`]),
          ),
        },
      },
    );
    let output = '';
    gateway.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      const said = (text: string) => () => output.includes(text) || gateway.exitCode !== null;
      await waitUntil(() => said('listening')() && said('"asked"')(), 60_000);
      expect(output).toContain('listening');
      gateway.kill('SIGTERM');
      await waitUntil(() => gateway.exitCode !== null || gateway.signalCode !== null, GRACE_MS);
      // A lookup that still hangs leaves the end to SIGTERM's default action.
      expect([0, 'SIGTERM']).toContain(gateway.exitCode ?? gateway.signalCode);
    } finally {
      gateway.kill('SIGKILL');
      await fs.rm(folder, { recursive: true });
    }
  },
);

/** Given: a folder, Node, this folder. The name server ends with the namespace's last other process. */
const INSIDE = `
  ip link set lo up
  mount --bind "$0/resolv.conf" /etc/resolv.conf
  "$1" "$2/silent-dns.cjs" &
  exec "$1" dist/main.js`;
