import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, waitUntil } from '@tomekeeper/program-kit';
import { WORKSPACE } from '@tomekeeper/installation';
import { debianFiles, MinimalRoot, missingForRoots, ROOT, type Inside } from './minimal-root';
import { signUp } from './newcomer';
import { machines, STEPS, type Machine } from './selection';

/** Runs by `npm run test:long -- fresh`: each machine installs and builds everything. */
const MINUTE = 60_000;
jest.setTimeout(60 * MINUTE);

const missing = missingForRoots();
const describeRoots = missing === undefined ? describe : describe.skip;
/** `TESTS='unit --testPathPatterns fresh'` runs only some of the tests. */
const TEST_COMMAND = process.env['TESTS'] ? `npm test -- ${process.env['TESTS']}` : 'npm test';
const BUNDLE = '/srv/tomekeeper.bundle';

type Row = { readonly machine: Machine; readonly seconds: Map<string, number> };
const COLUMNS = ['clone', 'start', 'install', 'build', 'sign up', 'stop', 'again', 'test'];
const rows: Row[] = [];

describeRoots(`a minimal Debian with git and Node${missing ? ` (${missing})` : ''}`, () => {
  let folder: string;
  let debian: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fresh-'));
    // The package manager in it works as a user of its own.
    fs.chmodSync(folder, 0o755);
    debian = path.join(folder, 'debian');
    await debianFiles(debian);
    execFileSync('git', ['bundle', 'create', '--quiet', path.join(debian, BUNDLE), 'HEAD'], {
      cwd: WORKSPACE,
    });
  });

  afterAll(() => {
    process.stderr.write(`\n${table()}\n`);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** A machine of its own, made of the same files. */
  async function machineWith(versions: { node: string; npm: string }): Promise<MinimalRoot> {
    const files = fs.mkdtempSync(path.join(folder, 'root-'));
    execFileSync('cp', ['--archive', `${debian}/.`, files]);
    const root = new MinimalRoot(files);
    await root.install(versions);
    await root.boot();
    return root;
  }

  const discard = async (root: MinimalRoot | undefined) => {
    await root?.halt();
    if (root) fs.rmSync(root.path(), { recursive: true, force: true });
  };

  const clone = `git clone --quiet ${BUNDLE} tomekeeper`;

  const describeMachines = STEPS.some((step) => step !== 'refuse') ? describe : describe.skip;
  describeMachines.each(machines())('Node $node, npm $npm, as $who.name', (machine) => {
    const { who } = machine;
    const itStarts = STEPS.includes('start') ? it : it.skip;
    const seconds = new Map<string, number>();
    let root: MinimalRoot;
    let product: Inside;
    let filesBefore: string[];
    let url: string;
    let settings: Record<string, string>;

    beforeAll(async () => {
      rows.push({ machine, seconds });
      root = await machineWith(machine);
      filesBefore = await runtimeFiles(root);
      // This machine's loopback is shared, and may have products of others on it.
      const [web, mail, storage] = [await freePort(), await freePort(), await freePort()];
      settings = { PORT: `${web}`, MAIL_UI_PORT: `${mail}`, STORAGE_PORT: `${storage}` };
      url = `http://localhost:${web}`;
    });
    afterAll(() => discard(root));

    async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
      const began = Date.now();
      const result = await work();
      const took = (Date.now() - began) / 1000;
      seconds.set(step, took);
      process.stderr.write(`Node ${machine.node}, ${who.name}: ${step} ${took.toFixed(1)} s\n`);
      return result;
    }

    async function start(): Promise<void> {
      product = root.start(who, 'cd tomekeeper && exec npm start', settings);
      let gone = false;
      void product.ended.then(() => (gone = true));
      await waitUntil(() => gone || product.output().includes('Tomekeeper is ready'), 30 * MINUTE);
      expect(product.output()).toContain(`Tomekeeper is ready: ${url}`);
    }

    it('clones', async () => {
      const cloned = await timed('clone', () => root.run(who, clone));
      expect(cloned).toEqual({ code: 0, output: expect.any(String) });
    });

    itStarts('is ready after npm start', async () => {
      await timed('start', start);
      const took = (what: string) =>
        Number(new RegExp(`✔ ${what} ([\\d.]+) s`).exec(product.output())?.[1]);
      seconds.set('install', took('Packages are installed'));
      seconds.set('build', took('Everything is built'));
    });

    itStarts('lets somebody sign up, and keeps a document for them', async () => {
      const inbox = `http://127.0.0.1:${settings['MAIL_UI_PORT']}`;
      expect(await timed('sign up', () => signUp(url, inbox))).toEqual(['first.md']);
    });

    itStarts('stops at Ctrl-C and leaves nothing behind', async () => {
      await timed('stop', async () => {
        await product.interrupt();
        await product.ended;
      });
      expect(await root.processes()).toEqual([]);
      expect(await runtimeFiles(root)).toEqual(filesBefore);
      const { output } = await root.run(who, 'cd tomekeeper && git status --porcelain');
      expect(output).toBe('');
    });

    itStarts('starts again', async () => {
      await timed('again', start);
      // What is there already is neither installed nor built once more.
      expect(product.output()).not.toMatch(/Packages are installed|Everything is built/);
      await product.interrupt();
      await product.ended;
    });

    (machine.withTests ? it : it.skip)('passes npm test', async () => {
      const tests = await timed('test', () => root.run(who, `cd tomekeeper && ${TEST_COMMAND}`));
      const log = path.join(os.tmpdir(), `fresh-npm-test-${machine.node}-${who.name}.log`);
      fs.writeFileSync(log, tests.output);
      const tail = tests.output.split('\n').slice(-40).join('\n');
      process.stderr.write(`npm test, Node ${machine.node}, ${who.name} (${log}):\n${tail}\n`);
      expect(tests.code).toBe(0);
      expect(await root.processes()).toEqual([]);
    });
  });

  const describeRefusals = STEPS.includes('refuse') ? describe : describe.skip;
  describeRefusals.each([
    { node: '23.11.1', npm: '10.9.2', refused: 'this is 23.11.1' },
    { node: '21.7.3', npm: '10.5.0', refused: 'this is 21.7.3' },
    { node: '18.20.8', npm: '10.8.2', refused: 'this is 18.20.8' },
    { node: '16.20.2', npm: '8.19.4', refused: 'this is 16.20.2' },
    { node: '12.22.12', npm: '6.14.16', refused: 'this is 12.22.12' },
    { node: '20.19.0', npm: '8.19.4', refused: 'this is 8.19.4' },
  ])('too old: Node $node with npm $npm', ({ refused, ...versions }) => {
    let root: MinimalRoot;
    beforeAll(async () => {
      root = await machineWith(versions);
      await root.run(ROOT, clone);
    });
    afterAll(() => discard(root));

    it.each(['start', 'test', 'run test:long', 'run dev', 'run ship', 'run backup'])(
      'npm %s says so in one sentence',
      async (command) => {
        const line = `cd tomekeeper && npm --silent --no-update-notifier ${command}`;
        const { code, output } = await root.run(ROOT, line);
        expect(output).toMatch(
          new RegExp(`^✖ Tomekeeper needs [^\n]*${refused}: install[^\n]*\n$`),
        );
        expect(code).toBe(1);
      },
    );
  });
});

/** What is in the folders for temporary files and for what runs, sorted. */
async function runtimeFiles(root: MinimalRoot): Promise<string[]> {
  // Kept: the database of a root whose home is closed to others, programs that it runs, and what npm itself keeps.
  const kept = /^(\/var\/tmp\/tomekeeper-(data-\w+|programs)|\/tmp\/node-compile-cache)$/;
  const { output } = await root.run(
    ROOT,
    "find /tmp /var/tmp /run /dev/shm -mindepth 1 -maxdepth 1 ! -name 'command-*'",
  );
  return output
    .split('\n')
    .filter((file) => file !== '' && !kept.test(file))
    .sort();
}

/** Seconds of each step, of this run. */
function table(): string {
  const head = ['Node', 'npm', 'user', ...COLUMNS];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map(({ machine: { node, npm, who }, seconds }) =>
    line([node, npm, who.name, ...COLUMNS.map((step) => seconds.get(step)?.toFixed(1) ?? '')]),
  );
  return [line(head), line(head.map(() => '---')), ...body].join('\n');
}
