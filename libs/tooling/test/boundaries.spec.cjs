const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const RULE = 'workspace(boundaries)';
const options = { cwd: ROOT, env: { ...process.env, NX_DAEMON: 'false' }, encoding: 'utf8' };

const importing = (what) =>
  `import * as it from '${what}';\n\nexport const seen = Object.keys(it);\n`;

/** Deliberate violations: the file that exists only during the test, and its text. */
const CASES = {
  'the browser imports server code': ['apps/campaigns/src', importing('@tomekeeper/service-kit')],
  'a remote imports another remote': [
    'apps/campaigns/src',
    importing('../../documents/src/remote'),
  ],
  'a service imports another service': [
    'services/campaign/src',
    importing('../../document/src/app.module'),
  ],
  'a service imports browser code': ['services/campaign/src', importing('@tomekeeper/ui')],
  'a contract imports a server library': [
    'libs/contracts/campaign/src',
    importing('@tomekeeper/persistence'),
  ],
  'a service imports a contract that it does not declare': [
    'services/campaign/src',
    importing('@tomekeeper/contracts-document'),
  ],
  'a project imports itself by its name': [
    'libs/web/ui/src',
    "export type * from '@tomekeeper/ui';\n",
  ],
};
const LEGAL = ['services/campaign/src', importing('@tomekeeper/contracts-campaign')];
const ENVIRONMENT = ['services/campaign/src', "export const port = process.env['PORT'];\n"];

describe('boundaries between projects', () => {
  /** Rules that fired, by file. */
  const fired = new Map();
  const files = [];

  function place([folder, text], name) {
    const file = path.join(ROOT, folder, `lint-probe-${name}.ts`);
    fs.writeFileSync(file, text);
    files.push(file);
    return file;
  }

  const probes = new Map();
  beforeAll(() => {
    const all = { ...CASES, legal: LEGAL, environment: ENVIRONMENT };
    Object.entries(all).forEach(([name, probe], index) => probes.set(name, place(probe, index)));
    const { stdout } = spawnSync(path.join(BIN, 'oxlint'), ['--format', 'json', ...files], options);
    for (const file of files) fired.set(file, []);
    for (const { filename, code } of JSON.parse(stdout).diagnostics)
      fired.get(path.resolve(ROOT, filename)).push(code);
  });
  afterAll(() => files.forEach((file) => fs.rmSync(file, { force: true })));

  it.each(Object.keys(CASES))('fire when %s', (name) => {
    expect(fired.get(probes.get(name))).toContain(RULE);
  });

  it('allow permitted imports', () => {
    expect(fired.get(probes.get('legal'))).not.toContain(RULE);
  });

  it('let a scope import itself and shared code, but no other scope', () => {
    const module = path.join(ROOT, 'libs/tooling/lint/boundaries.mjs');
    const project = (name, scope) => ({ name, tags: ['type:server-lib', `scope:${scope}`] });
    const targets = ['campaign', 'shared', 'document', 'deploy'].map((scope) =>
      project(scope, scope),
    );
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { forbidden } from ${JSON.stringify(module)};
        const targets = ${JSON.stringify(targets)};
        const from = ${JSON.stringify(project('from', 'campaign'))};
        console.log(JSON.stringify(targets.filter((to) => forbidden(from, to)).map(({ name }) => name)));`,
      ],
      options,
    );
    expect(JSON.parse(stdout)).toEqual(['document', 'deploy']);
  });

  it('hold every project, each with a type, a platform and a scope, and no circle among them', () => {
    const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const manifests = Object.keys(packages)
      .filter((folder) => folder !== '' && !folder.includes('node_modules/'))
      .map((folder) =>
        JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')),
      );
    const needs = new Map(
      manifests.map(({ name, dependencies, devDependencies, nx }) => {
        expect([name, nx.tags.map((tag) => tag.split(':')[0])]).toEqual([
          name,
          ['type', 'platform', 'scope'],
        ]);
        return [name, Object.keys({ ...dependencies, ...devDependencies })];
      }),
    );
    const circles = [];
    const walk = (name, way) => {
      if (way.includes(name)) circles.push([...way, name].join(' → '));
      else for (const next of needs.get(name)) if (needs.has(next)) walk(next, [...way, name]);
    };
    for (const name of needs.keys()) walk(name, []);
    expect(circles).toEqual([]);
  });

  it('keep process.env to config.ts', () => {
    expect(fired.get(probes.get('environment'))).toContain('eslint(no-restricted-properties)');
  });
});
