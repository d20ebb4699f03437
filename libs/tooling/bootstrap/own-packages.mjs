// Packages that only some commands need: a folder has a manifest and a lock file of its own, and is installed when such a
// command first runs. `node own-packages.mjs <folder>` does so for programs that can't import this.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, WORKSPACE } from './bootstrap.mjs';
import { alone } from './workspace-lock.mjs';

/**
 * Installs what a folder's lock file says, unless exactly that is there: then neither npm nor the network is asked.
 * @param {string} folder
 * @returns {Promise<string>} its node_modules
 */
export async function ownPackages(folder) {
  const modules = path.join(folder, 'node_modules');
  const stamp = path.join(modules, '.installed');
  // Programs are installed for one platform.
  const wanted = createHash('sha256')
    .update(fs.readFileSync(path.join(folder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  const isThere = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted;
  if (isThere()) return modules;
  const name = path.relative(WORKSPACE, folder);
  const lock = path.join(WORKSPACE, '.nx', `${name.replaceAll(path.sep, '-')}.lock`);
  await alone(
    lock,
    async () => {
      // Somebody else may have done it while we waited.
      if (isThere()) return;
      await installPackages(folder, {
        begin: `Installing the packages of ${name}`,
        subject: `the packages of ${name}`,
        end: `The packages of ${name} are installed`,
        log: `install-${path.basename(folder)}.log`,
        options: ['--ignore-scripts'],
      });
      fs.writeFileSync(stamp, wanted);
    },
    () => {},
  );
  return modules;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await ownPackages(path.resolve(process.argv[2] ?? ''));
