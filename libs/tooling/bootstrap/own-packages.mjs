// Packages that only some commands need: each folder has a separate manifest and lock file and is installed
// when such a command first runs. `node own-packages.mjs <folder>` installs them for programs that can't
// import this file.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, WORKSPACE } from './bootstrap.mjs';
import { alone } from './workspace-lock.mjs';

/**
 * Installs the packages of a folder's lock file. Skips npm and the network if the installed packages already
 * match.
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
      // Another process may have installed the packages during the wait.
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
