import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Manifest = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
  nx: z.object({ tags: z.array(z.string()).default([]) }).default({ tags: [] }),
});

/** The repository that this is in. */
export const WORKSPACE = path.resolve(__dirname, '../../..');

export type Project = {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly tags: readonly string[];
  readonly dependencies: readonly string[];
};

export const serviceFolder = (name: string): string => path.join(WORKSPACE, 'services', name);

/** Every project of the workspace; an image holds some of them only. */
export async function projects(): Promise<Project[]> {
  const parents = ['apps', 'services', 'libs', 'libs/contracts', 'libs/web', 'libs/server'];
  const found: Project[] = [];
  for (const parent of parents) {
    const folder = path.join(WORKSPACE, parent);
    for (const name of await namesIn(folder)) {
      const project = await readProject(path.join(folder, name));
      if (project) found.push(project);
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readProject(folder: string): Promise<Project | undefined> {
  const text = await fs.readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { name, dependencies, nx } = Manifest.parse(JSON.parse(text));
  return { name, folder, tags: nx.tags, dependencies: Object.keys(dependencies) };
}

export const isRemote = (project: Project): boolean => project.tags.includes('type:remote');
export const isShell = (project: Project): boolean => project.tags.includes('type:shell');

/** Folder of the built shell. */
export async function shellFolder(): Promise<string> {
  const shell = (await projects()).find(isShell);
  if (!shell) throw new Error('the workspace has no shell');
  return path.join(shell.folder, 'dist');
}
