import path from 'node:path';
import { ThrowAwayWorkspace, WORKSPACE } from './throw-away-workspace';

/** Generated projects, and an existing remote with a generated feature. */
const PROJECTS = {
  remote: 'apps/dice-rolls',
  service: 'services/dice',
  contract: 'libs/contracts/dice',
  extended: 'apps/campaigns',
} as const;
const MINUTE = 60_000;

let workspace: ThrowAwayWorkspace;

beforeAll(() => {
  workspace = new ThrowAwayWorkspace();
  workspace.copy('.');
  workspace.linkPackages();
  for (const words of [
    ['remote', 'dice-rolls'],
    ['feature', 'dice-rolls', 'past-rolls'],
    ['feature', 'campaigns', 'session-notes'],
    ['service', 'dice'],
  ])
    expect(workspace.generate(...words)).toMatchObject({ status: 0 });
  workspace.linkProject('@tomekeeper/contracts-dice', PROJECTS.contract);
  // Tests of services start it as the program that it is.
  tk('deploy/mail-inbox', 'build');
}, 5 * MINUTE);
afterAll(() => workspace.remove());

function passes(folder: string, program: string, words: string[], settings?: NodeJS.ProcessEnv) {
  const { status, said } = workspace.run(process.execPath, [program, ...words], folder, settings);
  expect(status === 0 ? 'passes' : said).toBe('passes');
  return said;
}
const installed = (file: string) => path.join(WORKSPACE, 'node_modules', file);
const tk = (folder: string, command: string) =>
  passes(folder, path.join(workspace.root, 'libs/tooling/bin/tk.mjs'), [command]);
const runTests = (folder: string, settings?: NodeJS.ProcessEnv, ...words: string[]) =>
  passes(folder, installed('.bin/jest'), words, settings);

it(
  'Nx knows the new projects',
  () => {
    const known = passes('.', installed('.bin/nx'), ['show', 'projects']).split('\n');
    expect(known).toEqual(
      expect.arrayContaining([
        '@tomekeeper/remote-dice-rolls',
        '@tomekeeper/service-dice',
        '@tomekeeper/contracts-dice',
      ]),
    );
  },
  5 * MINUTE,
);

it.each(Object.values(PROJECTS))(
  '%s holds types and lint, and its tests pass',
  (folder) => {
    tk(folder, 'typecheck');
    tk(folder, 'lint');
    runTests(folder);
  },
  10 * MINUTE,
);

it(
  'the service stores user content and survives hostile input',
  () => void runTests(PROJECTS.service, { TEST_KIND: 'integration' }),
  10 * MINUTE,
);

it(
  'the remote builds, within its size budget',
  () => void tk(PROJECTS.remote, 'build'),
  5 * MINUTE,
);

it(
  'gateway and launcher know the service, and nothing is dead code',
  () => {
    for (const folder of ['services/gateway', 'deploy/launcher', 'apps/web-e2e'])
      tk(folder, 'typecheck');
    runTests('services/gateway', {}, 'security-headers');
    runTests('deploy/launcher', {}, 'src/product', 'src/state');
    runTests('deploy/tests', {}, 'dockerfile');
    passes('.', installed('.bin/tk'), ['dead-code']);
  },
  10 * MINUTE,
);

it(
  'manifests that do not know the service yet fail their checks',
  () => {
    const { status, said } = workspace.run(
      process.execPath,
      [installed('.bin/jest'), 'manifests/kubernetes/network'],
      'deploy/tests',
    );
    expect(status).not.toBe(0);
    expect(said).toContain('dice');
  },
  5 * MINUTE,
);
