import fs from 'node:fs';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';

export const KUBERNETES = path.join(WORKSPACE, 'deploy', 'k8s');
export const ENVIRONMENTS = ['staging', 'production'] as const;

/** Every deployable folder: a whole environment, or one service of it. */
export const OVERLAYS: readonly string[] = ENVIRONMENTS.flatMap((environment) => {
  const folder = path.join(KUBERNETES, 'overlays', environment);
  const parts = fs
    .readdirSync(folder, { withFileTypes: true })
    // `sizes` is a component of the others.
    .filter((entry) => entry.isDirectory() && entry.name !== 'sizes')
    .map(({ name }) => `${environment}/${name}`);
  return [environment, ...parts];
});
