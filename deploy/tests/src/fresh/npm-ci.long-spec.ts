import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WORKSPACE } from '@tomekeeper/installation';
import { OLDEST_NPM, SUPPORTED_NODES } from './supported-nodes';

const VERSIONS = [...SUPPORTED_NODES.map(({ npm }) => npm), OLDEST_NPM];
const DRY_RUN = 'ci --dry-run --ignore-scripts --no-audit --no-fund --loglevel=error'.split(' ');

/** Prints version and program of each npm that this machine's own npm can get; all are asked for at once. */
const FIND = String.raw`
for version; do
  npx --yes --prefer-offline --fetch-retries=1 --package "npm@$version" --call "echo $version \$(command -v npm)" &
done 2>/dev/null </dev/null
wait`;
const programs = new Map(
  String(spawnSync('sh', ['-c', FIND, 'sh', ...VERSIONS], { cwd: os.tmpdir() }).stdout)
    .split('\n')
    .map((line) => line.split(' ') as [version: string, program: string]),
);

/** Lock file and manifests of all workspaces, without what an npm could take away. */
function manifestsOnly(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'npm-ci-'));
  const copy = (file: string) => fs.cpSync(path.join(WORKSPACE, file), path.join(folder, file));
  for (const file of ['.npmrc', 'package-lock.json']) copy(file);
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
  for (const name of Object.keys(packages))
    if (!name.includes('node_modules/')) copy(path.join(name, 'package.json'));
  return folder;
}

/** What npm finds wrong with the manifests in a folder; nothing when it would install them. */
async function refusalOf(program: string, folder: string): Promise<string> {
  const npm = spawn(program, DRY_RUN, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(npm.stderr), once(npm, 'close')]);
  return npm.exitCode === 0 ? '' : said;
}

/** The npms that supported Nodes ship: an older one refused a lock file that a newer one had written. */
describe.each(VERSIONS)('npm ci with npm %s', (version) => {
  const program = programs.get(version) ?? '';
  const withIt = program === '' ? describe.skip : describe;
  let folder: string;
  beforeAll(() => {
    folder = manifestsOnly();
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  withIt(program === '' ? 'that can not be had here (no network?)' : 'as shipped', () => {
    it('takes package-lock.json', async () => {
      expect(await refusalOf(program, folder)).toBe('');
    });
  });
});

describe('a lock file that lacks a package', () => {
  const [version = '', program = ''] = [...programs].find(([, found]) => found) ?? [];
  const withIt = program === '' ? it.skip : it;

  withIt(`is refused (npm ${version || 'can not be had here'})`, async () => {
    const folder = manifestsOnly();
    const file = path.join(folder, 'package.json');
    const { devDependencies, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      devDependencies: object;
    };
    const more = { ...devDependencies, 'left-out': '1.0.0' };
    fs.writeFileSync(file, JSON.stringify({ ...rest, devDependencies: more }));
    expect(await refusalOf(program, folder)).toContain('left-out');
    fs.rmSync(folder, { recursive: true, force: true });
  });
});
