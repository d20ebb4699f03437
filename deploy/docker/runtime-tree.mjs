// Copies parts of this workspace for the stages of the Dockerfiles, so that each stage contains only its
// inputs and is rebuilt only when they change:
//   node runtime-tree.mjs manifests <target>                     manifests to install the whole workspace
//   node runtime-tree.mjs dependencies <target> <project>…       manifests to install runtime dependencies
//   node runtime-tree.mjs output <target> <project>…             build output of these projects
import fs from 'node:fs';
import path from 'node:path';

const [command, target, ...wanted] = process.argv.slice(2);
const COMMANDS = new Map([
  ['manifests', manifests],
  ['dependencies', dependencies],
  ['output', output],
]);
const run = COMMANDS.get(command);
if (run === undefined || target === undefined || (wanted.length === 0 && run !== manifests)) {
  process.stderr.write(
    'Usage: node runtime-tree.mjs manifests | dependencies | output <target> <project folder>…\n',
  );
  process.exit(64);
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const manifestOf = (folder) => readJson(path.join(folder, 'package.json'));
const folders = Object.keys(readJson('package-lock.json').packages).filter(
  (folder) => folder !== '' && !folder.includes('node_modules'),
);
/** Folder and manifest of every project, by its package name. */
const projects = new Map(
  folders
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .map((project) => [project.manifest.name, project]),
);
run();

function manifests() {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copy(file);
  for (const { folder, manifest } of projects.values()) {
    copy(path.join(folder, 'package.json'));
    // npm links a program only if its file exists; the program itself is part of the sources.
    for (const program of Object.values(manifest.bin ?? {}))
      writeText(path.join(folder, program), '#!/usr/bin/env node\n');
  }
}

/**
 * A workspace of the selected projects and their dependencies, without devDependencies: the lock file remains
 * valid.
 */
function dependencies() {
  const needed = [...closure(wanted)].sort();
  for (const file of ['package-lock.json', '.npmrc']) copy(file);
  const root = readJson('package.json');
  delete root.devDependencies;
  delete root.scripts;
  writeJson('package.json', { ...root, workspaces: needed });
  for (const folder of needed) {
    const file = path.join(folder, 'package.json');
    writeJson(file, { ...manifestOf(folder), scripts: undefined, devDependencies: undefined });
  }
}

function output() {
  for (const folder of closure(wanted)) copy(path.join(folder, 'dist'));
}

/** The given projects and all projects they need when they run. */
function closure(start) {
  const found = new Set();
  const visit = (folder) => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const needed = projects.get(name);
      if (needed) visit(needed.folder);
    }
  };
  start.forEach(visit);
  return found;
}

function copy(file) {
  fs.cpSync(file, path.join(target, file), { recursive: true });
}

function writeJson(file, content) {
  writeText(file, `${JSON.stringify(content, null, 2)}\n`);
}

function writeText(file, text) {
  fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
  fs.writeFileSync(path.join(target, file), text);
}
