import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureBuilt, WORKSPACE } from './bootstrap.mjs';

const require = createRequire(import.meta.url);

/**
 * A program of a project. It is built only where it is not there yet: what runs stays as it was built.
 * @param {string} folder of the project, in the workspace @param {string} name of its file, without ending
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
