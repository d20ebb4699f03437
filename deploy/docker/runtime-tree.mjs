// Lays out what an image needs of this workspace: every manifest (npm wants the whole workspace to
// follow its lock file), and the built output of the wanted projects and what they depend on.
// Usage: node runtime-tree.mjs <target folder> <project folder>…
import fs from 'node:fs';
import path from 'node:path';

const [target, ...wanted] = process.argv.slice(2);
if (target === undefined || wanted.length === 0) {
  process.stderr.write('Usage: node runtime-tree.mjs <target folder> <project folder>…\n');
  process.exit(64);
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
/** Folder and manifest of every project, by its package name. */
const projects = new Map(
  Object.keys(readJson('package-lock.json').packages)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => [folder, readJson(path.join(folder, 'package.json'))])
    .map(([folder, manifest]) => [manifest.name, { folder, manifest }]),
);

copy('package-lock.json');
for (const folder of ['', ...[...projects.values()].map((project) => project.folder)]) {
  copyManifest(path.join(folder, 'package.json'));
}
for (const folder of closure(wanted)) copy(path.join(folder, 'dist'));

/** Without devDependencies: npm would take what a test library needs for a dependency of production. */
function copyManifest(file) {
  const manifest = readJson(file);
  delete manifest.devDependencies;
  fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
  fs.writeFileSync(path.join(target, file), JSON.stringify(manifest, null, 2));
}

function copy(file) {
  fs.cpSync(file, path.join(target, file), { recursive: true });
}

/** The given projects and all projects they need when they run. */
function closure(folders) {
  const found = new Set();
  const visit = (folder) => {
    if (found.has(folder)) return;
    found.add(folder);
    const manifest = readJson(path.join(folder, 'package.json'));
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const needed = projects.get(name);
      if (needed) visit(needed.folder);
    }
  };
  folders.forEach(visit);
  return found;
}
