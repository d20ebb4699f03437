import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { endProcess, progress, type RotatingLog } from '@tomekeeper/cli-kit';
import { WORKSPACE, type Project } from '@tomekeeper/installation';

const TK = path.join(WORKSPACE, 'libs', 'tooling', 'bin', 'tk.mjs');

function spawnBuild(project: Project, log: RotatingLog, args: readonly string[]) {
  const child = spawn(process.execPath, [TK, 'build', ...args], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.on('data', log.write);
  child.stderr.on('data', log.write);
  return child;
}

/**
 * Builds projects one after the other.
 * @returns whether all builds succeeded
 */
export async function build(projects: readonly Project[], log: RotatingLog): Promise<boolean> {
  for (const project of projects) {
    if (await buildOne(project, log)) continue;
    progress.failed(`${project.name} failed to build; see ${log.file}`);
    return false;
  }
  return true;
}

function buildOne(project: Project, log: RotatingLog): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawnBuild(project, log, []);
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Builds a web project in watch mode, with fast incremental builds. */
export async function keepBuilding(
  project: Project,
  log: RotatingLog,
  onBuilt: () => void,
): Promise<() => Promise<void>> {
  await removeCompressed(path.join(project.folder, 'dist'));
  const child = spawnBuild(project, log, ['--watch']);
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('built in')) onBuilt();
  });
  child.once('error', () => undefined);
  return async () => {
    if (child.pid !== undefined) await endProcess(child.pid, { group: true, grace: 3_000 });
  };
}

/** The server would prefer stale compressed files of the last full build. */
async function removeCompressed(dist: string): Promise<void> {
  const names = await fs.readdir(dist, { recursive: true }).catch(() => []);
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) await fs.rm(path.join(dist, name), { force: true });
  }
}
