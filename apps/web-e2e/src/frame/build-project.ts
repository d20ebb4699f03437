import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const WORKSPACE = path.resolve(__dirname, '../../../..');

/** Shared inputs of every front-end build. */
const SHARED = ['libs/web', 'libs/contracts', 'libs/tooling'].map((folder) =>
  path.join(WORKSPACE, folder),
);

/** Builds a project with the workspace's own tool, unless it is up to date. @returns its `dist` folder */
export function buildProject(folder: string): string {
  const dist = path.join(folder, 'dist');
  const built = fs.existsSync(dist) ? fs.statSync(dist).mtimeMs : 0;
  if (built > Math.max(...[folder, ...SHARED].map(newestChange))) return dist;
  const tool = path.join(WORKSPACE, 'libs/tooling/bin/tk.mjs');
  const { status, stderr } = spawnSync(process.execPath, [tool, 'build'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Building ${path.relative(WORKSPACE, folder)}:\n${stderr}`);
  return dist;
}

/** When the youngest source below a folder changed. */
function newestChange(folder: string): number {
  const times = fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const below = path.join(folder, entry.name);
    if (!entry.isDirectory()) return fs.statSync(below).mtimeMs;
    return /^(node_modules|dist.*)$/.test(entry.name) ? 0 : newestChange(below);
  });
  return Math.max(0, ...times);
}
