import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, waitUntil } from '@tomekeeper/cli-kit';
import { WORKSPACE } from '@tomekeeper/installation';
import { poolOf, productClient, signUp } from '@tomekeeper/launcher/demo';
import {
  debianFiles,
  MinimalRoot,
  missingForRoots,
  ORDINARY,
  ROOT,
  type Inside,
} from './minimal-root';
import { OLDEST_NPM, SUPPORTED_NODES } from './supported-nodes';

/** Run with `npm run test:long -- fresh`: each machine installs and builds everything. */
const MINUTE = 60_000;
jest.setTimeout(60 * MINUTE);

const missing = missingForRoots();
const describeRoots = missing === undefined ? describe : describe.skip;
const BUNDLE = '/srv/tomekeeper.bundle';

/** Every supported Node, as root and as a regular user; `npm test` takes minutes, so it runs as one of them per version. */
const MACHINES = [
  ...SUPPORTED_NODES.flatMap((versions, index) =>
    [ROOT, ORDINARY].map((who, user) => ({ ...versions, who, hasTests: index % 2 === user })),
  ),
  { node: '20.19.0', npm: OLDEST_NPM, who: ROOT, hasTests: false },
];

describeRoots(`a minimal Debian with git and Node${missing ? ` (${missing})` : ''}`, () => {
  let folder: string;
  let debian: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fresh-'));
    // The package manager runs as an unprivileged user inside.
    fs.chmodSync(folder, 0o755);
    debian = path.join(folder, 'debian');
    await debianFiles(debian);
    execFileSync('git', ['bundle', 'create', '--quiet', path.join(debian, BUNDLE), 'HEAD'], {
      cwd: WORKSPACE,
    });
  });

  afterAll(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Creates a separate machine from the same files. */
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

  describe.each(MACHINES)('Node $node, npm $npm, as $who.name', (machine) => {
    const { who } = machine;
    let root: MinimalRoot;
    let product: Inside;
    let filesBefore: string[];
    let url: string;
    let settings: Record<string, string>;

    beforeAll(async () => {
      root = await machineWith(machine);
      filesBefore = await runtimeFiles(root);
      // The machine's loopback is shared, and may have other products on it.
      const [web, mail, storage] = [await freePort(), await freePort(), await freePort()];
      settings = { PORT: `${web}`, MAIL_UI_PORT: `${mail}`, STORAGE_PORT: `${storage}` };
      url = `http://localhost:${web}`;
    });
    afterAll(() => discard(root));

    async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
      const began = Date.now();
      const result = await work();
      const took = ((Date.now() - began) / 1000).toFixed(1);
      process.stderr.write(`Node ${machine.node}, ${who.name}: ${step} ${took} s\n`);
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

    it('is ready after npm start', async () => {
      await timed('start', start);
      expect(product.output()).toContain(`Tomekeeper is ready: ${url}`);
    });

    it('lets a user sign up, and stores a document for them', async () => {
      expect(await (await fetch(url)).text()).toContain('<html');
      const inboxUrl = `http://127.0.0.1:${settings['MAIL_UI_PORT']}`;
      const person = await timed('sign up', () => signUp({ url, inboxUrl }));
      const { client } = await poolOf(url);
      const product = productClient(url, await client.signIn(person));
      const campaign = await product.campaign('A first campaign', 'Any d20 system');
      await product.upload(campaign, {
        fileName: 'first.md',
        content: '# First',
        isSpoiler: false,
      });
      expect(await product.fileNames(campaign)).toEqual(['first.md']);
    });

    it('stops at Ctrl-C and leaves nothing behind', async () => {
      await timed('stop', async () => {
        await product.interrupt();
        await product.ended;
      });
      expect(await root.processes()).toEqual([]);
      expect(await runtimeFiles(root)).toEqual(filesBefore);
      const { output } = await root.run(who, 'cd tomekeeper && git status --porcelain');
      expect(output).toBe('');
    });

    it('starts again', async () => {
      await timed('again', start);
      // Existing packages and builds must be reused.
      expect(product.output()).not.toMatch(/Packages are installed|Everything is built/);
      await product.interrupt();
      await product.ended;
    });

    (machine.hasTests ? it : it.skip)('passes npm test', async () => {
      const tests = await timed('test', () => root.run(who, 'cd tomekeeper && npm test'));
      const log = path.join(os.tmpdir(), `fresh-npm-test-${machine.node}-${who.name}.log`);
      fs.writeFileSync(log, tests.output);
      const tail = tests.output.split('\n').slice(-40).join('\n');
      process.stderr.write(`npm test, Node ${machine.node}, ${who.name} (${log}):\n${tail}\n`);
      expect(tests.code).toBe(0);
      expect(await root.processes()).toEqual([]);
    });
  });
});

/** Returns the sorted contents of the temporary and runtime folders. */
async function runtimeFiles(root: MinimalRoot): Promise<string[]> {
  // Expected leftovers: the database of a root user whose home is private, its programs, and npm's cache.
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
