// Lays out the root of an image out of the one this runs in: Node, the libraries it is linked to, and the
// few files that programs look for. No shell, no package manager, no npm: nothing to attack with.
//   node base-tree.mjs <target>
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('Usage: node base-tree.mjs <target>\n');
  process.exit(64);
}
/** The user of Node's official image. */
const USER = { name: 'node', id: 1000 };
const NOBODY = 65534;
/** Of the C library, and asked for by compiled packages only: libvips, which makes pictures, and onnxruntime. */
const MORE = ['libresolv.so.2', 'librt.so.1'];

fs.mkdirSync(target, { recursive: true });
// As in Debian: one tree, the old names point to it.
for (const name of ['bin', 'lib', 'lib64']) {
  if (!fs.lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
  fs.mkdirSync(path.join(target, 'usr', name), { recursive: true });
  fs.symlinkSync(`usr/${name}`, path.join(target, name));
}
place(fs.realpathSync(process.execPath), '/usr/local/bin/node', 0o755);
const libraries = librariesOf(process.execPath);
for (const library of libraries) place(fs.realpathSync(library), mergedName(library), 0o755);
for (const file of [
  '/etc/os-release',
  '/etc/debian_version',
  '/etc/ssl/certs/ca-certificates.crt',
]) {
  if (fs.existsSync(file)) place(fs.realpathSync(file), file, 0o644);
}
write('/etc/passwd', [
  'root:x:0:0:root:/root:/sbin/nologin',
  `${USER.name}:x:${USER.id}:${USER.id}::/tmp:/sbin/nologin`,
  `nobody:x:${NOBODY}:${NOBODY}:nobody:/nonexistent:/sbin/nologin`,
]);
write('/etc/group', ['root:x:0:', `${USER.name}:x:${USER.id}:`, `nogroup:x:${NOBODY}:`]);
write('/etc/nsswitch.conf', ['passwd: files', 'group: files', 'hosts: files dns']);
fs.mkdirSync(path.join(target, 'tmp'));
fs.chmodSync(path.join(target, 'tmp'), 0o1777);
describePackages();

/** Every file that the loader will ask for, itself included. */
function librariesOf(program) {
  const told = execFileSync('ldd', [program], { encoding: 'utf8' });
  const found = [...told.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, file]) => file);
  if (!found.some((file) => file.includes('ld-linux')))
    throw new Error(`ldd names no loader for ${program}:\n${told}`);
  const libc = found.find((file) => /\/libc\.so/.test(file)) ?? '';
  return [...found, ...MORE.map((name) => path.join(path.dirname(libc), name))];
}

/** `/lib/…` is `/usr/lib/…` where the folder is a link. */
function mergedName(file) {
  const [, first, rest] = /^\/([^/]+)\/(.*)$/.exec(file);
  return fs.lstatSync(`/${first}`).isSymbolicLink() ? `/usr/${first}/${rest}` : file;
}

/** Writes package metadata for scanners of images without a package manager: one file per package. */
function describePackages() {
  const owners = new Set(
    libraries.map((library) => {
      const owner = ownerOf(library) ?? ownerOf(fs.realpathSync(library));
      if (owner === undefined) throw new Error(`no package owns ${library}`);
      return owner;
    }),
  );
  for (const owner of owners) {
    const status = execFileSync('dpkg-query', ['--status', owner], { encoding: 'utf8' });
    write(`/var/lib/dpkg/status.d/${owner.replace(/:.*/, '')}`, [status.trimEnd()]);
  }
}

function ownerOf(file) {
  const names = [file, file.replace(/^\/usr\//, '/')];
  for (const name of names) {
    try {
      const told = execFileSync('dpkg-query', ['--search', name], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return /^(\S+): \//m.exec(told)?.[1];
    } catch {
      // Debian records the file under its other name.
    }
  }
  return undefined;
}

function place(file, name, mode) {
  const to = path.join(target, name);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(file, to);
  fs.chmodSync(to, mode);
}

function write(name, lines) {
  const to = path.join(target, name);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, `${lines.join('\n')}\n`, { mode: 0o644 });
}
