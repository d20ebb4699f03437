// Files whose change triggers a rebuild of the workspace; a needless rebuild would replace files of running
// programs.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const MODULE = pathToFileURL(path.resolve(__dirname, '../bootstrap/source-fingerprint.mjs')).href;
let workspace;

const write = (/** @type {string} */ file) => {
  fs.mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
  fs.writeFileSync(path.join(workspace, file), file);
};
const fingerprint = () =>
  execFileSync(
    process.execPath,
    [
      ...['--input-type=module', '--eval'],
      `import { sourceFingerprint } from '${MODULE}'; console.log(sourceFingerprint(process.argv[1]))`,
      workspace,
    ],
    { encoding: 'utf8' },
  );

beforeAll(() => {
  workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'fingerprint-'));
  for (const file of [
    'apps/shell/src/main.tsx',
    'apps/shell/dist/main.js',
    'deploy/launcher/package.json',
  ])
    write(file);
  fs.mkdirSync(path.join(workspace, 'services'));
  fs.mkdirSync(path.join(workspace, 'libs'));
});
afterAll(() => fs.rmSync(workspace, { recursive: true }));

it.each([
  'apps/web-e2e/fixtures/fake-pages/dist/main.js',
  'apps/shell/src/lint-probe-1.ts',
  'apps/shell/src/main.spec.tsx',
  'deploy/launcher/README.md',
])('stays the same with %s', (file) => {
  const before = fingerprint();
  write(file);
  expect(fingerprint()).toBe(before);
});

it.each(['apps/shell/src/other.ts', 'deploy/launcher/src/index.ts', 'apps/auth/dist/main.js'])(
  'is another one with %s',
  (file) => {
    const before = fingerprint();
    write(file);
    expect(fingerprint()).not.toBe(before);
  },
);
