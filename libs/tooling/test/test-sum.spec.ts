import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TEST_RUN = pathToFileURL(path.resolve(__dirname, '../test-runs/test-run.mjs')).href;

/** Spec files by expected result. */
const SPECS = {
  passing: `it('passes', () => undefined); it.skip('is left out', () => undefined);`,
  // Fails in a first run and would pass in a second one.
  unsteady: `const fs = require('node:fs');
    const ran = __filename + '.ran';
    it('passes the second time', () => {
      const before = fs.existsSync(ran);
      fs.writeFileSync(ran, '');
      if (!before) throw new Error('first time');
    });`,
  'clearing-up': `it('passes', () => undefined); afterAll(() => { throw new Error('not cleared up'); });`,
  loadless: `throw new Error('does not load');`,
};

describe('the sum at the end of `npm test`', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-sum-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** The last line of a run over these specs, and its exit code. */
  function sumOf(...names: (keyof typeof SPECS)[]): { last: string; code: number | null } {
    const project = fs.mkdtempSync(path.join(folder, 'project-'));
    fs.writeFileSync(path.join(project, 'jest.config.cjs'), 'module.exports = {};');
    for (const name of names) fs.writeFileSync(path.join(project, `${name}.spec.js`), SPECS[name]);
    const args = JSON.stringify(['--projects', project, '--runInBand']);
    const script = `const { jest, printSum } = await import('${TEST_RUN}');
      await jest('sample', 'unit', ${args});
      printSum();`;
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    );
    return { last: stdout.trim().split('\n').at(-1) ?? '', code: status };
  }

  it.each([
    { what: 'passed and skipped tests', names: ['passing'], sum: [1, 0, 1] },
    { what: 'a flaky test as failed', names: ['unsteady'], sum: [0, 1, 0] },
    { what: 'a failure after the last test', names: ['clearing-up'], sum: [1, 1, 0] },
    { what: 'a file that does not load', names: ['passing', 'loadless'], sum: [1, 1, 1] },
  ] as const)('counts $what', ({ names, sum: [passed, failed, skipped] }) => {
    expect(sumOf(...names)).toEqual({
      last: `${passed} passed, ${failed} failed, ${skipped} skipped`,
      code: failed > 0 ? 1 : 0,
    });
  });
});
