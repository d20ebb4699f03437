// What must be there before anything of the workspace can run: packages and builds. Plain Node, no
// dependencies. Used by all commands.
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

/** The data folder; a relative one is meant from where the command was given. */
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
    // The launcher will say what is wrong with the data folder; a build needs a log before that.
    return path.join(MODULES, '.cache', 'tomekeeper');
  }
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function ensureInstalled() {
  if (firstDifference() === undefined) return;
  await aloneHere(install);
}

// Beside node_modules' content, which `npm ci` deletes.
const LOCK = path.join(WORKSPACE, '.nx', 'tomekeeper.lock');

/** @param {() => Promise<void>} work */
function aloneHere(work) {
  return alone(LOCK, work, () => working('Waiting for another build in this folder').end());
}

async function install() {
  // Somebody else may have done it while we waited.
  if (firstDifference() === undefined) return;
  await installPackages(WORKSPACE, {
    begin: 'Installing packages; the first time this takes a minute',
    subject: 'the packages',
    end: 'Packages are installed',
    log: 'install.log',
    // Building needs the development packages, whatever NODE_ENV says.
    options: ['--include=dev'],
  });
}

/**
 * Installs what a folder's lock file says. Where that fails, this ends with one sentence.
 * @param {string} folder
 * @param {{ begin: string, subject: string, end: string, log: string, options: string[] }} how what is said, the
 *   name of the log file, and options of `npm ci`
 */
export async function installPackages(folder, { begin, subject, end, log: logFile, options }) {
  const startedAt = Date.now();
  const ci = [...npmProgram(), 'ci', ...options, '--no-audit', '--no-fund'];
  const line = working(begin);
  const log = path.join(logFolder(), logFile);
  const where = { cwd: folder, log };
  // What npm remembers of the registry spares a question for each package; it may be older than the lock file.
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
 * The npm that gave the command, else the one on PATH. Where it can't install what package-lock.json says, this
 * ends with one sentence.
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
 * Name of a package that is not as package-lock.json wants it. npm keeps what it has installed in a
 * lock file of its own inside node_modules, written last.
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
 * Builds what is stale. Nx caches by content; asking it takes seconds, so it is asked only when a
 * file has changed since the last time.
 * @param {{ projects?: string[], alone?: boolean }} [options] names of the projects, all without; `alone`
 *   without what they are built upon, which bundles for browsers take from its source
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
 * Nothing stays behind; and a process of its own for each plugin takes a second to start. The options of webpack's
 * plugins are checked by the build of `npm test` in a fresh clone, which takes a seventh longer for it.
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

/** Remembers that every project is built from the sources as they are. */
export function noteAllBuilt() {
  fs.mkdirSync(path.dirname(STAMP), { recursive: true });
  fs.writeFileSync(STAMP, sourceFingerprint(WORKSPACE));
}
