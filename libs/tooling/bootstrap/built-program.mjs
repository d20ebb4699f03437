import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureBuilt, WORKSPACE } from './bootstrap.mjs';

const require = createRequire(import.meta.url);

/**
 * Loads a program of a project. Builds it only if it does not exist yet, so running programs keep their
 * build.
 * @param {string} folder of the project, in the workspace
 * @param {string} name of its file, without extension
 * @returns {Promise<any>}
 */
export async function builtProgram(folder, name) {
  const project = path.join(WORKSPACE, folder);
  const file = path.join(project, 'dist', `${name}.js`);
  if (!fs.existsSync(file)) {
    const manifest = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
    await ensureBuilt({ projects: [manifest.name] });
  }
  return require(file);
}
