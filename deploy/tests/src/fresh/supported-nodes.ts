import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';

/** A tested Node and the npm that it ships: one of each line in package.json. */
export type SupportedNode = { readonly node: string; readonly npm: string };

export const SUPPORTED_NODES: readonly SupportedNode[] = [
  { node: '24.11.0', npm: '11.6.1' },
  { node: '22.22.2', npm: '10.9.7' },
  { node: '20.19.0', npm: '10.8.2' },
];

const Manifest = z.looseObject({
  engines: z.object({ node: z.string(), npm: z.string() }),
  scripts: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** The workspace's own package.json. */
export const manifest = Manifest.parse(
  JSON.parse(fs.readFileSync(path.join(WORKSPACE, 'package.json'), 'utf8')),
);

/** The oldest npm that supports package-lock.json; Debian 13 ships it with Node 20.19. */
export const OLDEST_NPM = manifest.engines.npm.replace('>=', '');
