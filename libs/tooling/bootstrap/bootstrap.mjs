// Installs packages and builds projects before a command of the workspace runs. Used by all commands. Plain
// Node without dependencies.
import { ENGINES, inWords, supports } from './supported-node.cjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLogged } from './child.mjs';
import { done, failed, working } from './console.mjs';
import { sourceFingerprint } from './source-fingerprint.mjs';
import { alone } from './workspace-lock.mjs';

export const WORKSPACE = path.resolve(fileURLToPath(import.meta.url), '../../../..');
const MODULES = path.join(WORKSPACE, 'node_modules');
const STAMP = path.join(MODULES, '.cache', 'tomekeeper', 'built');

// Packages' install scripts and Nx write into the system's temporary folder, and send usage reports, without these.
process.env.DO_NOT_TRACK ??= '1';
process.env.NX_NATIVE_FILE_CACHE_DIRECTORY ??= path.join(MODULES, '.cache', 'nx-native');

/** The data folder; a relative path is resolved against the working directory of the command. */
export function dataFolder() {
  const given = process.env.DATA_DIR;
  if (!given) return path.join(WORKSPACE, '.data');
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** Where the launcher and its bootstrap write their logs. */
function logFolder() {
  try {
    const folder = path.join(dataFolder(), 'logs');
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return folder;
  } catch {
    // The launcher reports an invalid data folder; until then the build needs a folder for its log.
    return path.join(MODULES, '.cache', 'tomekeeper');
  }
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function ensureInstalled() {
  if (firstDifference() === undefined) return;
  await aloneHere(install);
}

// Outside node_modules, because `npm ci` deletes its content.
const LOCK = path.join(WORKSPACE, '.nx', 'tomekeeper.lock');

/** @param {() => Promise<void>} work */
function aloneHere(work) {
  return alone(LOCK, work, () => working('Waiting for another build in this folder').end());
}

async function install() {
  // Another process may have installed the packages during the wait.
  if (firstDifference() === undefined) return;
  await installPackages(WORKSPACE, {
    begin: 'Installing packages; the first time this takes a minute',
    subject: 'the packages',
    end: 'Packages are installed',
    log: 'install.log',
    // Building needs the development packages, regardless of NODE_ENV.
    options: ['--include=dev'],
  });
}

/**
 * Installs the packages of a folder's lock file. Ends the process with an error message if the installation
 * fails.
 * @param {string} folder
 * @param {{ begin: string, subject: string, end: string, log: string, options: string[] }} how messages, the
 *   name of the log file, and options of `npm ci`
 */
export async function installPackages(folder, { begin, subject, end, log: logFile, options }) {
  const startedAt = Date.now();
  const ci = [...npmProgram(), 'ci', ...options, '--no-audit', '--no-fund'];
  const line = working(begin);
  const log = path.join(logFolder(), logFile);
  const where = { cwd: folder, log };
  // npm's cached metadata saves one request per package, but may be older than the lock file.
  let { code, tail } = await runLogged([...ci, '--prefer-offline'], where);
  if (code !== 0 && /\b(ETARGET|E404|EINTEGRITY)\b/.test(tail)) {
    ({ code, tail } = await runLogged([...ci, '--prefer-online'], where));
  }
  line.end();
  if (code !== 0) {
    const reason =
      tail.match(/npm (?:error|ERR!) ((?:Missing|Invalid): .+)/)?.[1] ??
      tail.match(/npm (?:error|ERR!) (?!code|errno|syscall|path|dest|A complete log)(.+)/)?.[1] ??
      'see the log';
    failed(`Installing ${subject} failed: ${reason} (${log}).`);
    process.exit(1);
  }
  done(end, startedAt);
}

/**
 * The npm that started the command, or else the one on PATH. Ends the process with an error message if this
 * npm can't install package-lock.json.
 * @returns {string[]}
 */
function npmProgram() {
  const given = process.env.npm_execpath;
  // Other package managers name themselves there too.
  const program = given?.endsWith('npm-cli.js') ? [process.execPath, given] : ['npm'];
  const [command = '', ...args] = program;
  const { status, stdout } = spawnSync(command, [...args, '--version'], { encoding: 'utf8' });
  const version = status === 0 ? stdout.trim() : undefined;
  if (version !== undefined && supports(ENGINES.npm, version)) return program;
  const [found, remedy] =
    version === undefined
      ? ['none was found', 'install Node with its npm from https://nodejs.org']
      : [`this is ${version}`, `install a newer one with 'npm install --global npm@10'`];
  failed(`Tomekeeper needs npm ${inWords(ENGINES.npm)}, and ${found}: ${remedy} and try again.`);
  process.exit(1);
}

/**
 * Name of the first package that differs from package-lock.json. npm records installed packages in a separate
 * lock file inside node_modules, which it writes last.
 */
function firstDifference() {
  const read = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  let installed;
  try {
    installed = read(path.join(MODULES, '.package-lock.json'));
  } catch {
    return 'everything';
  }
  for (const [name, wanted] of Object.entries(read(path.join(WORKSPACE, 'package-lock.json')))) {
    if (!name.includes('node_modules/')) continue;
    const found = installed[name];
    // Packages for other platforms are left out.
    if (!found && (wanted.optional || wanted.devOptional || wanted.peer)) continue;
    if (found?.version !== wanted.version || found?.resolved !== wanted.resolved) {
      if (!wanted.link || !found?.link) return name;
    }
  }
  return undefined;
}

/**
 * Builds outdated projects. Nx caches by content, but takes seconds to check; it runs only if a file has
 * changed since the last build.
 * @param {{ projects?: string[], alone?: boolean }} [options] names of the projects, default all; `alone`
 *   skips dependencies, which browser bundles compile from source
 */
export async function ensureBuilt({ projects, alone: withoutOthers = false } = {}) {
  // Once everything is built, so is each: files that others run from are not replaced under them.
  if (isAllBuilt()) return;
  await aloneHere(() => build(projects, withoutOthers));
}

/** The first line of a build's output that names a cause: a size budget, a compiler's error. */
const SAYS_WHY =
  /^.*(of its size-budget\.json|is not a valid manifest|(ERROR in|Module build failed).*\n.*).*$/m;

/**
 * Runs Nx without a daemon, so no process outlives the command, and without a process per plugin, because
 * each takes a second to start. The options of the webpack plugins are checked by the build of `npm test` in
 * a fresh clone, which therefore takes a seventh longer.
 */
const ONE_RUN_OF_NX = {
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  SKIP_VALIDATION: 'y',
};

/** @param {string[] | undefined} projects @param {boolean} withoutOthers */
async function build(projects, withoutOthers) {
  if (isAllBuilt()) return;
  const startedAt = Date.now();
  const line = working('Building');
  const log = path.join(logFolder(), 'build.log');
  let built = 0;
  const { code, tail } = await runLogged(
    [
      process.execPath,
      path.join(MODULES, 'nx', 'dist', 'bin', 'nx.js'),
      'run-many',
      '--target=build',
      '--outputStyle=static',
      ...(projects ? [`--projects=${projects.join(',')}`] : []),
      ...(withoutOthers ? ['--exclude-task-dependencies'] : []),
    ],
    {
      cwd: WORKSPACE,
      log,
      env: { ...process.env, ...ONE_RUN_OF_NX, NO_COLOR: '1' },
      onLine: (text) => {
        if (!/nx run \S+:build/.test(text)) return;
        built += 1;
        line.say(`Building (${built})`);
      },
    },
  );
  line.end();
  if (code !== 0) {
    const projectNames = tail.match(/Failed tasks:\s+([\s\S]*?)\n\n/)?.[1]?.replace(/\s+/g, ' ');
    const reason = tail.match(SAYS_WHY)?.[0].replace(/\s+/g, ' ').trim();
    failed(`The build failed: ${reason ?? projectNames ?? 'see the log'} (${log}).`);
    process.exit(1);
  }
  if (!projects) noteAllBuilt();
  done(projects ? `${projects.join(', ')} is built` : 'Everything is built', startedAt);
}

function isAllBuilt() {
  try {
    return fs.readFileSync(STAMP, 'utf8') === sourceFingerprint(WORKSPACE);
  } catch {
    return false;
  }
}

/** Records that every project is built from the current sources. */
export function noteAllBuilt() {
  fs.mkdirSync(path.dirname(STAMP), { recursive: true });
  fs.writeFileSync(STAMP, sourceFingerprint(WORKSPACE));
}
