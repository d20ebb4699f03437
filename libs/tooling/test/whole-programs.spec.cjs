const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { WHOLE_PROGRAMS } = require('../src/whole-programs.cjs');

const ROOT = path.resolve(__dirname, '../../..');
const PRESETS = ['any', 'node', 'web'].map((name) =>
  path.join(ROOT, `libs/tooling/tsconfig/${name}.json`),
);

const parsed = (file) =>
  ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    path.dirname(file),
  );

/** Options by which the same source could be judged otherwise. */
function optionsOf(file) {
  // Where the file lies is no option, but stands among them.
  const options = Object.entries(parsed(file).options).filter(([name]) => !/Path$/.test(name));
  return JSON.stringify(options.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every project with types, as its own `tsconfig.json` says. */
const projects = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  .workspaces.flatMap((pattern) => expanded(pattern))
  .map((folder) => path.join(ROOT, folder, 'tsconfig.json'))
  .filter((file) => fs.existsSync(file));

function expanded(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return fs.readdirSync(path.join(ROOT, parent)).map((name) => path.join(parent, name));
}

describe('the programs that check the whole workspace', () => {
  const programs = WHOLE_PROGRAMS.map((file) => path.join(ROOT, file)).map((file) => ({
    options: optionsOf(file),
    files: new Set(parsed(file).fileNames),
  }));

  it('know every project', () => {
    expect(projects.length).toBeGreaterThan(25);
  });

  it.each(projects.map((file) => path.relative(ROOT, path.dirname(file))))(
    'check %s with the options of its own tsconfig.json',
    (project) => {
      const file = path.join(ROOT, project, 'tsconfig.json');
      const alike = programs.filter(({ options }) => options === optionsOf(file));
      const unchecked = parsed(file)
        .fileNames.filter((source) => !alike.some(({ files }) => files.has(source)))
        .map((source) => path.relative(ROOT, source));
      expect(unchecked).toEqual([]);
    },
  );

  it('have the options of the presets', () => {
    for (const preset of PRESETS)
      expect(programs.some(({ options }) => options === optionsOf(preset))).toBe(true);
  });
});
