const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const PRESET = path.join(ROOT, 'libs/tooling/jest/preset.cjs');

/** A project of two spec files that one process runs one after the other. */
const FILES = {
  'jest.config.cjs': `const { node } = require(${JSON.stringify(PRESET)});
    module.exports = { ...node(__dirname), setupFiles: [] };`,
  'src/counter.ts': `export const counter: { value: number } = { value: 0 };
    export const seen = (globalThis as { seen?: string }).seen;
    (globalThis as { seen?: string }).seen = 'yes';`,
  'src/throws.ts': `export type Unused = { one: string; two: string };

export function fail(): never {
  throw new Error('on line 4');
}
`,
  ...Object.fromEntries(
    ['a', 'b'].map((name) => [
      `src/${name}.spec.ts`,
      `import { counter, seen } from './counter';
      import { fail } from './throws';
      import os from 'node:os';
      import { createTransformer } from ${JSON.stringify(require.resolve('@swc/jest'))};
      it('has modules of its own', () => { counter.value += 1; expect(counter.value).toBe(1); });
      it('has globals of its own', () => expect(seen).toBeUndefined());
      it('has variables of its own', () => {
        expect(process.env['SEEN']).toBeUndefined();
        process.env['SEEN'] = 'yes';
      });
      it('shares evaluated packages', () => {
        const shared = os as { evaluated?: unknown };
        shared.evaluated ??= createTransformer;
        expect(shared.evaluated).toBe(createTransformer);
      });
      it('compares what it made', () => expect(new Error('x')).toBeInstanceOf(Error));
      it('reads positions of the source', () => {
        let stack = '';
        try { fail(); } catch (error) { stack = (error as Error).stack ?? ''; }
        expect(stack).toMatch(/throws\\.ts:4:9/);
      });`,
    ]),
  ),
  'src/mocked.spec.ts': `import { counter } from './counter';
    jest.mock('./counter', () => ({ counter: { value: 42 } }));
    it('is mocked in this file alone', () => expect(counter.value).toBe(42));`,
  'src/broken.spec.ts': `import './broken';
    it('is never reached', () => undefined);`,
  'src/broken.ts': `export const broken = ;`,
};

describe('the runtime that shares compiled scripts between test files', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-runtime-'));
  let suites;

  beforeAll(() => {
    for (const [name, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--json', '--runInBand'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, TEST_KIND: '' } },
    );
    suites = new Map(
      JSON.parse(stdout).testResults.map((suite) => [path.basename(suite.name), suite]),
    );
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it.each(['a.spec.ts', 'b.spec.ts', 'mocked.spec.ts'])('keeps %s apart', (name) => {
    const { assertionResults } = suites.get(name);
    expect(assertionResults.length).toBeGreaterThan(0);
    expect(assertionResults.filter(({ status }) => status !== 'passed')).toEqual([]);
  });

  it('reports compile errors of a source', () => {
    const { status, message } = suites.get('broken.spec.ts');
    expect(status).toBe('failed');
    expect(message).toContain('broken.ts:1:1');
    expect(message).toContain('Expression expected');
  });
});
