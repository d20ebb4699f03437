// Packages that only some commands need: a folder has a manifest and a lock file of its own, and is installed when such a
// command first runs. `node own-packages.mjs <folder>` does so for programs that can't import this.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { logFolder, npmProgram, WORKSPACE } from './bootstrap.mjs';
import { runLogged } from './child.mjs';
import { done, failed, working } from './console.mjs';
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
  const lock = path.join(WORKSPACE, '.nx', `${nameOf(folder).replaceAll(path.sep, '-')}.lock`);
  await alone(
    lock,
    async () => {
      // Somebody else may have done it while we waited.
      if (isThere()) return;
      await install(folder);
      fs.writeFileSync(stamp, wanted);
    },
    () => {},
  );
  return modules;
}

/** @param {string} folder */
const nameOf = (folder) => path.relative(WORKSPACE, folder);

/** @param {string} folder */
async function install(folder) {
  const startedAt = Date.now();
  const name = nameOf(folder);
  const line = working(`Installing the packages of ${name}`);
  const ci = [...npmProgram(), 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const log = path.join(logFolder(), `install-${path.basename(folder)}.log`);
  let { code, tail } = await runLogged([...ci, '--prefer-offline'], { cwd: folder, log });
  // What npm remembers of the registry may be older than the lock file.
  if (code !== 0 && /\b(ETARGET|E404|EINTEGRITY)\b/.test(tail))
    ({ code } = await runLogged([...ci, '--prefer-online'], { cwd: folder, log }));
  line.end();
  if (code !== 0) {
    failed(`Installing the packages of ${name} failed: see the log (${log}).`);
    process.exit(1);
  }
  done(`The packages of ${name} are installed`, startedAt);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await ownPackages(path.resolve(process.argv[2] ?? ''));
