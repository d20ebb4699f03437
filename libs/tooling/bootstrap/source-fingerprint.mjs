import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const ROOT_FILES = ['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json'];
const ROOTS = ['apps', 'services', 'libs'];
// Tests create temporary files and builds; including them would rebuild the whole workspace.
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'fixtures', 'coverage', 'test-results']);
const NOT_BUILT = /(\.(int-|e2e-)?spec\.tsx?|\.md)$|^dist\.\d+$|^lint-probe-/;

/**
 * Sizes and modification times of all build inputs and outputs: two equal fingerprints mean that no file was
 * written in between. Takes milliseconds instead of a build tool's seconds.
 * @param {string} workspace
 */
export function sourceFingerprint(workspace) {
  const hash = createHash('sha256').update(process.version);
  for (const name of ROOT_FILES) add(path.join(workspace, name));
  for (const name of [...ROOTS, ...projectsIn('deploy')]) walk(path.join(workspace, name));
  return hash.digest('hex');

  /** Manifests and pages are there too. @param {string} folder */
  function projectsIn(folder) {
    return fs
      .readdirSync(path.join(workspace, folder))
      .map((name) => path.join(folder, name))
      .filter((name) => fs.existsSync(path.join(workspace, name, 'package.json')));
  }

  /** @param {string} file */
  function add(file) {
    const about = fs.statSync(file, { throwIfNoEntry: false });
    hash.update(`${file}\0${about?.size}\0${about?.mtimeMs}\0`);
  }

  /** @param {string} folder */
  function walk(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      // A build recreates this folder, so the folder's modification time is sufficient.
      if (entry.name === 'dist') add(file);
      if (SKIPPED.has(entry.name) || NOT_BUILT.test(entry.name)) continue;
      if (entry.isDirectory()) walk(file);
      else add(file);
    }
  }
}
