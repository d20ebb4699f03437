import fs from 'node:fs';
import path from 'node:path';
import { satisfies, subset } from 'semver';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';
import { manifest, SUPPORTED_NODES } from './supported-nodes';

const read = (file: string) => fs.readFileSync(path.join(WORKSPACE, file), 'utf8');

const LOCK_PART = 'node_modules/';
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      engines: z.looseObject({ node: z.string().optional() }).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});
const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
/** Declared Node versions of every installed package; newer Nodes do not exist for `ia32`. */
const declared = Object.entries(packages).flatMap(([name, { engines, cpu }]) =>
  engines?.node === undefined || cpu?.join() === 'ia32' ? [] : [[name, engines.node] as const],
);

/** Returns where a package would resolve without its nested copy. */
function foundAbove(place: string): string | undefined {
  const at = place.lastIndexOf(LOCK_PART);
  const folders = place.slice(0, Math.max(at, 0)).split('/').slice(0, -1);
  while (folders.length > 0) {
    folders.pop();
    if (folders.at(-1) === 'node_modules') continue;
    const above = [...folders, `node_modules/${place.slice(at + LOCK_PART.length)}`].join('/');
    if (above in packages) return above;
  }
  return undefined;
}

describe('package-lock.json', () => {
  // npm 11.6 does not install such a copy, so that every start would find it missing and reinstall everything.
  it('has no second copy of a package in a parent folder', () => {
    const copies = Object.keys(packages).filter((place) => {
      const above = foundAbove(place);
      return above !== undefined && packages[above]?.version === packages[place]?.version;
    });
    expect(copies).toEqual([]);
  });
});

describe('the versions of Node that package.json names', () => {
  const { node } = manifest.engines;

  it('are supported by every installed package', () => {
    expect(declared.length).toBeGreaterThan(500);
    expect(declared.filter(([, range]) => !subset(node, range))).toEqual([]);
  });

  it('are tried one of each line, and hold the one of .nvmrc', () => {
    const lines = node.split('||').map((each) => Number(/\d+/.exec(each)?.[0]));
    const tried = SUPPORTED_NODES.map((each) => Number(each.node.split('.', 1)[0]));
    expect(tried.sort()).toEqual(lines.sort());
    for (const each of SUPPORTED_NODES) {
      expect([each.node, satisfies(each.node, node)]).toEqual([each.node, true]);
      expect([each.npm, satisfies(each.npm, manifest.engines.npm)]).toEqual([each.npm, true]);
    }
    expect(satisfies(read('.nvmrc').trim(), node)).toBe(true);
  });

  it.each(['service.Dockerfile', 'web.Dockerfile'])('are those of .nvmrc in %s', (name) => {
    const images = [...read(`deploy/docker/${name}`).matchAll(/\bnode:(\d[\w.]*)/g)];
    expect(images.length).toBeGreaterThan(0);
    for (const [, version] of images) expect(version).toBe(read('.nvmrc').trim());
  });

  it('are not older than the compiler target', () => {
    const [line] = (manifest.devDependencies['@types/node'] ?? '').split('.');
    const oldest = Math.min(...SUPPORTED_NODES.map((each) => parseInt(each.node)));
    expect(Number(line)).toBe(oldest);
  });

  it('are listed in the README with their npm versions', () => {
    const page = read('README.md');
    for (const each of SUPPORTED_NODES)
      expect(page).toMatch(new RegExp(`^\\| ${each.node} +\\| ${each.npm} +\\|`, 'm'));
  });
});
