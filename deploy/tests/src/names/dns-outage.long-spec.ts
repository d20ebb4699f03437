import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, sleep, waitUntil } from '@tomekeeper/program-kit';
import { REPLICATED } from '@tomekeeper/installation';
import { Product, publicPorts } from '../product/product';
import { NameServer } from './name-server';

jest.setTimeout(15 * 60_000);

/** `stop_grace_period` in docker-compose.yml. */
const GRACE_MS = 20_000;
const SERVER = '127.0.0.99';
const PROGRAMS = ['gateway', ...REPLICATED];

const canTry =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

/** A second process of each program beside a product that runs, which knows everything by name. */
(canTry ? describe : describe.skip)(
  canTry ? 'while DNS is silent' : 'skipped without root and unshare: while DNS is silent',
  () => {
    let folder: string;
    let names: NameServer;
    let product: Product;
    const copies = new Map<string, { child: ChildProcess; probe: string; output: () => string }>();

    beforeAll(async () => {
      folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-dns-'));
      await fs.chmod(folder, 0o755);
      await fs.writeFile(
        path.join(folder, 'resolv.conf'),
        `nameserver ${SERVER}\nsearch a.test b.test\noptions ndots:1\n`,
      );
      names = await NameServer.start(SERVER);
      const settings = { WORKERS: 'apart' };
      product = new Product(path.join(folder, 'data'), await publicPorts(), settings);
      await product.start();
      const parts = await product.state();
      for (const name of PROGRAMS) copies.set(name, await copy(name, parts[name]?.pid ?? 0));
    });
    afterAll(async () => {
      for (const { child } of copies.values()) child.kill('SIGKILL');
      await product?.stop();
      names?.close();
      await fs.rm(folder, { recursive: true, force: true });
    });

    /** The program of a process with its settings, but with names in place of this machine's addresses. */
    async function copy(name: string, pid: number) {
      const read = async (file: string) =>
        (await fs.readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0').filter(Boolean);
      const settings = Object.fromEntries(
        (await read('environ')).map((line) => [
          line.slice(0, line.indexOf('=')),
          line.slice(line.indexOf('=') + 1),
        ]),
      );
      const host = `${name}.test`;
      for (const [key, value] of Object.entries(settings))
        if (/_(URL|ENDPOINT)$/.test(key)) settings[key] = value.replace(/127\.0\.0\.1/g, host);
      const [port, metrics] = [String(await freePort()), String(await freePort())];
      const [node = '', ...command] = (await read('cmdline')).filter(
        (word) => !word.startsWith('--tomekeeper='),
      );
      const child = spawn(
        'unshare',
        [
          '--mount',
          'sh',
          '-ec',
          'mount --bind "$0/resolv.conf" /etc/resolv.conf; exec "$@"',
          folder,
          node,
          ...command,
        ],
        {
          cwd: await fs.readlink(`/proc/${pid}/cwd`),
          env: { ...settings, PORT: port, METRICS_PORT: metrics, DRAIN_MS: '0' },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
      const probe = `http://127.0.0.1:${name === 'gateway' ? metrics : port}/health/ready`;
      return { child, probe, output: () => said };
    }

    const isReady = (url: string) =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );

    it.each(PROGRAMS)('%s has found everything by its name', async (name) => {
      const { probe, child, output } = copies.get(name) ?? fail(name);
      const isUp = await waitUntil(() => child.exitCode !== null || isReady(probe), 120_000);
      expect([isUp, child.exitCode, child.exitCode === null ? '' : output()]).toEqual([
        true,
        null,
        '',
      ]);
    });

    it('everything else goes away, and everybody asks for it', async () => {
      names.isSilent = true;
      await product.stop();
      const missing = () =>
        PROGRAMS.filter(
          (name) => ![...names.unanswered].some((one) => one.startsWith(`${name}.test`)),
        );
      await waitUntil(() => missing().length === 0, 60_000);
      expect(missing()).toEqual([]);
      // More of them every second, as when a whole group is stopped one after the other.
      await sleep(5_000);
    });

    it('each ends in time', async () => {
      const ended = Promise.all(
        [...copies].map(async ([name, { child }]) => {
          const began = Date.now();
          const exited = child.exitCode !== null ? [child.exitCode, null] : once(child, 'exit');
          child.kill('SIGTERM');
          const [code, signal] = (await Promise.race([
            exited,
            sleep(GRACE_MS).then(() => ['late']),
          ])) as [unknown, unknown];
          return { name, end: code ?? signal, seconds: (Date.now() - began) / 1000 };
        }),
      );
      const table = await ended;
      console.log(
        table
          .map(({ name, end, seconds }) => `${name}: ${String(end)} after ${seconds.toFixed(1)} s`)
          .join('\n'),
      );
      expect(table.filter(({ end }) => end === 'late')).toEqual([]);
    });
  },
);

function fail(name: string): never {
  throw new Error(`${name} was not started`);
}
