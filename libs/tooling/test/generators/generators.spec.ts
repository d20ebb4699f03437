import fs from 'node:fs';
import path from 'node:path';
import { ThrowAwayWorkspace, WORKSPACE } from './throw-away-workspace';

/** The generators and all files that they read or extend. */
const NEEDED = [
  '.oxfmtrc.json',
  'libs/tooling/src/format-text.mjs',
  'libs/tooling/bin/new.mjs',
  'libs/tooling/generators',
  'deploy/installation/src/service-names.ts',
  'deploy/docker/docker-bake.hcl',
  'deploy/docker/web.Dockerfile',
  'apps/web-e2e/src/product/production-gateway.ts',
  'libs/contracts/identity/src/events.ts',
  'libs/contracts/events/src/events.ts',
  'services/gateway/src/config.ts',
  'services/gateway/src/proxy/route-table.ts',
  'services/gateway/src/security-headers.spec.ts',
  'services/gateway/src/upstreams/origins.ts',
  'services/gateway/test/gateway-under-test.ts',
  'services/identity/src/current-openapi.spec.ts',
  'services/identity/src/revocations/revocations.controller.ts',
  ...['apps', 'services', 'libs/contracts'].flatMap((parent) =>
    fs
      .readdirSync(path.join(WORKSPACE, parent))
      .flatMap((name) =>
        ['package.json', 'remote.config.ts', 'src/remote.tsx'].map((file) =>
          path.join(parent, name, file),
        ),
      )
      .filter((file) => fs.existsSync(path.join(WORKSPACE, file))),
  ),
];

let workspace: ThrowAwayWorkspace;
let before: ReadonlyMap<string, string>;

beforeAll(() => {
  workspace = new ThrowAwayWorkspace();
  for (const file of NEEDED) workspace.copy(file);
  workspace.link(path.join(WORKSPACE, 'node_modules'), 'node_modules');
  before = workspace.files();
});
afterAll(() => workspace.remove());

describe('refuses, and writes nothing:', () => {
  it.each([
    ['a kind that there is not', ['page', 'dice'], /^Usage: npm run new/],
    ['no name', ['service'], /^A service needs a name\./],
    ['a name that is none', ['remote', 'DiceRolls'], /no name for a remote: lower-case words/],
    ['a way out of the folder', ['remote', '../dice'], /no name for a remote/],
    ['a service of two words', ['service', 'dice-rolls'], /so it is a single word/],
    ['an existing name', ['remote', 'campaigns'], /^apps\/campaigns is there already\./],
    ['an existing path', ['remote', 'login'], /'auth' has the path \/login already/],
    ['existing calls', ['service', 'campaigns'], /^\/api\/campaigns belongs to a service/],
    ['a feature of no remote', ['feature', 'dice'], /Remotes: auth, campaigns, /],
    ['a feature where pages are placed by hand', ['feature', 'auth', 'dice'], /by hand/],
  ])('%s', (_what, words, sentence) => {
    const { status, said } = workspace.generate(...words);
    expect(said).toMatch(sentence);
    expect(status).toBe(2);
    expect(workspace.files()).toEqual(before);
  });

  it('a service whose list is not where it was', () => {
    const file = 'services/gateway/src/config.ts';
    const text = workspace.read(file);
    const other = text.replace('UPSTREAM_TIMEOUT_MS', 'TIMEOUT_MS');
    workspace.write(file, other);
    const { status, said } = workspace.generate('service', 'dice');
    expect(status).not.toBe(0);
    expect(said).toContain(`${file} does not look as`);
    expect(workspace.files()).toEqual(new Map([...before, [file, other]]));
    workspace.write(file, text);
  });
});

it('removes written files if a later write fails', () => {
  // The contract is written before the service, whose folder is a dangling link.
  workspace.link('nowhere/at/all', 'services/dice');
  const { status } = workspace.generate('service', 'dice');
  expect(status).not.toBe(0);
  // Of a link that leads nowhere, `rmSync` of Node 24 leaves the link.
  fs.unlinkSync(path.join(workspace.root, 'services/dice'));
  expect(workspace.files()).toEqual(before);
});

describe('a remote, a service and a feature', () => {
  let after: ReadonlyMap<string, string>;
  let fresh: readonly string[];

  beforeAll(() => {
    for (const words of [
      ['remote', 'dice-rolls'],
      ['service', 'dice'],
      ['feature', 'campaigns', 'session-notes'],
    ])
      expect(workspace.generate(...words)).toMatchObject({ status: 0 });
    after = workspace.files();
    fresh = [...after.keys()].filter((file) => !before.has(file));
  });

  it('have the anatomy of the others', () => {
    expect(fresh).toMatchSnapshot();
  });

  it('add to lists, and change nothing else', () => {
    const changed = [...before.keys()].filter((file) => before.get(file) !== after.get(file));
    expect(changed).toMatchSnapshot();
    for (const file of changed) {
      const words = (text = ''): string[] => text.match(/\w+/g) ?? [];
      const left = words(after.get(file));
      for (const word of words(before.get(file))) {
        const at = left.indexOf(word);
        expect(`${file}: ${word} ${at < 0 ? 'is gone' : 'stays'}`).toBe(`${file}: ${word} stays`);
        left.splice(at, 1);
      }
    }
  });

  it('are filled in to the last name, with the versions of the workspace', () => {
    for (const file of fresh) {
      expect(`${file}\n${after.get(file)}`).not.toMatch(/__\w+__|\.tmpl/);
      if (!file.endsWith('package.json')) continue;
      const { name, dependencies, devDependencies, nx } = JSON.parse(after.get(file) ?? '');
      expect(name).toMatch(/^@tomekeeper\/(remote-dice-rolls|service-dice|contracts-dice)$/);
      expect(nx.tags).toHaveLength(3);
      for (const version of Object.values({ ...dependencies, ...devDependencies }))
        expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it('look as `npm run format` leaves them', () => {
    const oxfmt = path.join(WORKSPACE, 'node_modules/oxfmt/bin/oxfmt');
    const folders = ['apps', 'services', 'libs', 'deploy'];
    expect(workspace.run(process.execPath, [oxfmt, '--check', ...folders])).toMatchObject({
      status: 0,
    });
  });
});
