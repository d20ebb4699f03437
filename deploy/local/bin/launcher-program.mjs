import { createRequire } from 'node:module';
import { ensureBuilt } from './bootstrap.mjs';

const require = createRequire(import.meta.url);

/**
 * A program of the launcher's. It is built only where it is not there yet: what runs stays as it was built.
 * @param {string} name of its file, without ending
 * @returns {Promise<any>}
 */
export async function launcherProgram(name) {
  const file = `../dist/${name}.js`;
  if (!isThere(file)) await ensureBuilt({ projects: ['@tomekeeper/launcher'] });
  return require(file);
}

/** @param {string} file */
function isThere(file) {
  try {
    return Boolean(require.resolve(file));
  } catch {
    return false;
  }
}
