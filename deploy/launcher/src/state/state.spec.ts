import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort, findProcess } from '@tomekeeper/cli-kit';
import { createDataFolder, loadSecrets } from '@tomekeeper/installation';
import { lockInstance, notePid, stopOrphans } from '../supervision/instance-lock';
import { assignPorts, requireFree } from './ports';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-state-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

describe('the data folder', () => {
  it('says in one sentence that it is no folder that can be written', async () => {
    await fs.writeFile(path.join(folder, 'file'), '');
    await expect(createDataFolder(path.join(folder, 'file', 'data'))).rejects.toThrow(
      /The data folder .* can't be written \(ENOTDIR\).*DATA_DIR/,
    );
  });
});

describe('the lock', () => {
  it('lets one launcher at a time in', async () => {
    const release = await lockInstance(folder, 'http://localhost:8080');
    await expect(lockInstance(folder, 'http://localhost:8080')).rejects.toThrow(
      new RegExp(`already running .*process ${process.pid}, http://localhost:8080`),
    );
    await release();
    await (
      await lockInstance(folder, 'http://localhost:8080')
    )();
  });

  it('takes over from a launcher that is gone, and from a number that is another program now', async () => {
    const lock = path.join(folder, 'launcher.lock');
    for (const holder of [
      { pid: 2 ** 22 - 1, command: 'node start.mjs', url: '' },
      { pid: process.pid, command: 'something else', url: '' },
    ]) {
      await takesOver(JSON.stringify(holder));
    }
    await takesOver('{ half');

    async function takesOver(left: string) {
      await fs.writeFile(lock, left);
      const release = await lockInstance(folder, 'ours');
      expect(JSON.parse(await fs.readFile(lock, 'utf8'))).toMatchObject({
        pid: process.pid,
        url: 'ours',
      });
      await release();
      await expect(fs.access(lock)).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });

  it('stops the processes of a killed launcher, but no others', async () => {
    const sleeper = (mark: string) =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', mark], {
        stdio: 'ignore',
      });
    const [ours, stranger] = [sleeper('--tomekeeper=x/ours'), sleeper('stranger')];
    notePid(folder, 'ours', ours.pid ?? 0, '--tomekeeper=x/ours');
    notePid(folder, 'stranger', stranger.pid ?? 0, '--tomekeeper=x/stranger');
    expect(await stopOrphans(folder)).toBe(1);
    expect(findProcess(ours.pid ?? 0)).toBeUndefined();
    expect(findProcess(stranger.pid ?? 0)).toBeDefined();
    stranger.kill('SIGKILL');
    expect(await fs.readdir(folder)).toEqual([]);
  });
});

describe('ports', () => {
  it('reports the port, its purpose and the variable if a public port is in use', async () => {
    const server = net.createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await expect(
      requireFree([{ port, host: '127.0.0.1', purpose: 'web', variable: 'PORT' }]),
    ).rejects.toThrow(`Port ${port} (web) is in use by another program`);
    server.close();
  });

  it('reuses internal ports and replaces occupied ones', async () => {
    const file = path.join(folder, 'ports.json');
    const first = await assignPorts(file, ['a', 'b'], []);
    expect(await assignPorts(file, ['a', 'b'], [])).toEqual(first);
    for (const port of Object.values(first)) expect(port).toBeLessThan(32_768);
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(first.a, '127.0.0.1', resolve));
    const second = await assignPorts(file, ['a', 'b'], []);
    server.close();
    expect(second.a).not.toBe(first.a);
    expect(second.b).toBe(first.b);
  });
});

describe('secrets', () => {
  const wanted = { services: ['identity', 'campaign'], roles: ['tk_identity'] };

  it('are generated once, stored, and readable only by the owner', async () => {
    const file = path.join(folder, 'secrets.json');
    const first = await loadSecrets(file, wanted);
    expect(first.poolId).toMatch(/^local_[0-9a-z]{9}$/);
    expect(first.poolClientId).toMatch(/^[0-9a-z]{26}$/);
    expect(first.serviceKeys['identity']?.private).toMatchObject({
      kty: 'OKP',
      crv: 'Ed25519',
      kid: 'identity',
    });
    expect(first.serviceKeys['identity']?.public).not.toHaveProperty('d');
    expect(await loadSecrets(file, wanted)).toEqual(first);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  });

  it('grow with a new service and stay otherwise', async () => {
    const file = path.join(folder, 'secrets.json');
    const first = await loadSecrets(file, wanted);
    const second = await loadSecrets(file, { ...wanted, services: ['identity', 'search'] });
    expect(second.serviceKeys['identity']).toEqual(first.serviceKeys['identity']);
    expect(second.serviceKeys['search']).toBeDefined();
  });

  it('are never replaced when they are damaged', async () => {
    const file = path.join(folder, 'secrets.json');
    await fs.writeFile(file, '{"poolId": 7');
    await expect(loadSecrets(file, wanted)).rejects.toThrow(/can't be read.*backup/);
    expect(await fs.readFile(file, 'utf8')).toBe('{"poolId": 7');
  });
});
