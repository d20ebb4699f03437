const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const UNTYPED = 'libs/tooling/eslint/untyped.config.mjs';
const RULE = '@nx/enforce-module-boundaries';
const options = { cwd: ROOT, env: { ...process.env, NX_DAEMON: 'false' }, encoding: 'utf8' };

const importing = (what) =>
  `import * as it from '${what}';\n\nexport const seen = Object.keys(it);\n`;

/** Deliberate breaches, by what they do: the file that exists only while the test runs, and its text. */
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
    const { stdout } = spawnSync(
      path.join(BIN, 'eslint'),
      ['--config', UNTYPED, '--format', 'json', ...files],
      options,
    );
    for (const { filePath, messages } of JSON.parse(stdout))
      fired.set(
        filePath,
        messages.map(({ ruleId }) => ruleId),
      );
  });
  afterAll(() => files.forEach((file) => fs.rmSync(file, { force: true })));

  it.each(Object.keys(CASES))('fire when %s', (name) => {
    expect(fired.get(probes.get(name))).toContain(RULE);
  });

  it('allow what the architecture allows', () => {
    expect(fired.get(probes.get('legal'))).not.toContain(RULE);
  });

  it('keep process.env to config.ts', () => {
    expect(fired.get(probes.get('environment'))).toContain('no-restricted-properties');
  });
});
