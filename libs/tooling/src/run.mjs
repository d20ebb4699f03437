import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const WORKSPACE = path.resolve(fileURLToPath(import.meta.url), '../../../..');

const MODULES = path.join(WORKSPACE, 'node_modules');
/** Tools that only the checks use, with a separate package.json. */
export const CHECKS = path.join(WORKSPACE, 'libs/tooling/checks');

/**
 * Runs a command-line tool of an installed package with this Node, its output shown.
 * @param {string} packageName
 * @param {string} bin
 * @param {string[]} args
 * @param {string} cwd
 * @param {string} [modules]
 * @returns {Promise<number>} exit code
 */
export function run(packageName, bin, args, cwd, modules = MODULES) {
  const folder = path.join(modules, packageName);
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const relative = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(folder, relative), ...args], {
      cwd,
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
