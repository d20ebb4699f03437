import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';
import { archiveOf } from './history';

type Packages = Record<
  string,
  { version?: string; link?: boolean; resolved?: string; optional?: boolean }
>;

/** A checkout of a commit, with its packages and built; nothing of it is known to Git. */
export function checkOut(commit: string, root: string): void {
  fs.mkdirSync(root, { recursive: true });
  must('tar', ['-x', '-C', root], root, archiveOf(commit));
  if (isInstalledHere(root)) shareModules(root);
  else must('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], root);
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  must(process.execPath, [nx, 'run-many', '--target=build', '--outputStyle=static'], root);
}

const packagesIn = (file: string): Packages =>
  (JSON.parse(fs.readFileSync(file, 'utf8')) as { packages: Packages }).packages;
const ofOthers = ([name, { link }]: [string, Packages[string]]) =>
  name.includes('node_modules/') && !link;

/** Whether every package that the commit wants is here in that version. */
function isInstalledHere(root: string): boolean {
  const wanted = Object.entries(packagesIn(path.join(root, 'package-lock.json'))).filter(ofOthers);
  const here = packagesIn(path.join(WORKSPACE, 'node_modules/.package-lock.json'));
  return wanted.every(([name, { version, optional }]) =>
    here[name] ? here[name].version === version : optional,
  );
}

/** The packages of others are those of this checkout; the workspace's own are the commit's. */
function shareModules(root: string): void {
  const [there, here] = [path.join(WORKSPACE, 'node_modules'), path.join(root, 'node_modules')];
  fs.mkdirSync(here);
  const own = Object.entries(packagesIn(path.join(root, 'package-lock.json'))).filter(
    ([, { link }]) => link,
  );
  const scopes = new Set(own.map(([name]) => path.basename(path.dirname(name))));
  for (const name of fs.readdirSync(there)) {
    if (scopes.has(name)) continue;
    const at = path.join(here, name);
    // Commands are named by links relative to this folder.
    if (name === '.bin')
      fs.cpSync(path.join(there, name), at, { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') fs.symlinkSync(path.join(there, name), at);
  }
  for (const [name, { resolved = '' }] of own) {
    const at = path.join(root, name);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.symlinkSync(path.join(root, resolved), at);
    const nested = path.join(WORKSPACE, resolved, 'node_modules');
    if (fs.existsSync(nested)) fs.symlinkSync(nested, path.join(root, resolved, 'node_modules'));
  }
}

function must(program: string, words: string[], cwd: string, input?: Buffer): void {
  const { NODE_ENV: _jest, NODE_OPTIONS: _options, TEST_KIND: _kind, ...rest } = process.env;
  const env = { ...rest, NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false' };
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env,
    input,
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
}
