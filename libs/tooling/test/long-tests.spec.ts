import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(__dirname, '../../..');
const LIST = pathToFileURL(path.resolve(__dirname, '../test-runs/long-tests.mjs')).href;

/** Sections of `npm run test:long` with their project, pattern and kind; jest cannot import an ES module. */
function readSections(): [name: string, [project: string, spec: string, kind?: string]][] {
  const script = `const { LONG_TESTS } = await import('${LIST}');
    console.log(JSON.stringify(Object.entries(LONG_TESTS)));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
}

const tracked = spawnSync('git', ['ls-files', '*.long-spec.ts'], { cwd: ROOT, encoding: 'utf8' });

// Without Git's list (an archive of the sources) there is nothing to compare with.
(tracked.status === 0 ? it : it.skip)('every long spec is in exactly one section', () => {
  const files = tracked.stdout.trim().split('\n');
  const all = readSections().filter(([, [, , kind = 'long']]) => kind === 'long');
  const sectionsOf = (file: string) =>
    all
      .filter(
        ([, [project, spec]]) => file.startsWith(`${project}/`) && new RegExp(spec).test(file),
      )
      .map(([name]) => name);
  expect(files.length).toBeGreaterThan(40);
  const found = files.map((file) => ({ file, sections: sectionsOf(file) }));
  expect(found.filter((one) => one.sections.length !== 1)).toEqual([]);
});
