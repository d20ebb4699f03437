import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { WORKSPACE } from '../webpack/base.mjs';

const SHARED = [
  'libs/contracts',
  'libs/markdown',
  'libs/visibility',
  'libs/web',
  'libs/tooling/webpack',
  'package-lock.json',
];
const LEFT_OUT = new Set(['node_modules', 'dist']);

/**
 * A short hash over everything a remote is built from, the same for the same sources on any machine.
 * @param {string} project folder
 */
export function sourceHash(project) {
  const hash = createHash('sha256');
  for (const root of [project, ...SHARED.map((folder) => path.join(WORKSPACE, folder))]) {
    for (const file of filesBelow(root)) {
      hash.update(path.relative(WORKSPACE, file)).update('\0').update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 8);
}

/** @param {string} root @returns {string[]} */
function filesBelow(root) {
  if (fs.statSync(root).isFile()) return [root];
  return fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name) && !entry.name.startsWith('dist.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(path.join(root, entry.name)));
}
