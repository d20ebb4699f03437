const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Names in the first column of the tables. */
const justified = read('deploy/docs/packages.md')
  .split('\n')
  .map((line) => /^\|(.*?)\|/.exec(line)?.[1] ?? '')
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

const tracked = spawnSync('git', ['ls-files', '*package.json'], { cwd: ROOT, encoding: 'utf8' });
const manifests = tracked.stdout.split('\n').filter(Boolean);
const OWN_LOCKS = manifests
  .map((file) => path.join(path.dirname(file), 'package-lock.json'))
  .filter((file) => fs.existsSync(path.join(ROOT, file)));

// Without Git's list (an archive of the sources) there is nothing to compare with.
const inGit = tracked.status === 0 ? it : it.skip;

inGit('packages.md justifies every package that a manifest names, and no other', () => {
  const named = manifests.flatMap((file) => {
    const { dependencies, devDependencies, peerDependencies, optionalDependencies } = JSON.parse(
      read(file),
    );
    const all = { ...dependencies, ...devDependencies, ...peerDependencies };
    return Object.keys({ ...all, ...optionalDependencies });
  });
  const foreign = new Set(named.filter((name) => !name.startsWith('@tomekeeper/')));
  expect([...justified].sort()).toEqual([...foreign].sort());
});

it('packages.md gives the reason for every override, and for no other package', () => {
  const [, section = ''] = read('deploy/docs/packages.md').split('\n## Overrides\n');
  const explained = [...section.matchAll(/^- `([^`]+)`:/gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual(Object.keys(JSON.parse(read('package.json')).overrides).sort());
});

inGit('no lock file names a registry', () => {
  expect(OWN_LOCKS).toContain('package-lock.json');
  for (const file of OWN_LOCKS)
    expect([file, read(file)]).not.toEqual([file, expect.stringMatching(/https?:\/\/[^"]*\.tgz/)]);
});
