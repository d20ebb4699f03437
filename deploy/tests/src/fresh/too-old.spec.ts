import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { satisfies } from 'semver';
import { WORKSPACE } from '@tomekeeper/installation';
import { manifest } from './supported-nodes';

type SupportedNodeModule = { supports: (range: string, version: string) => boolean };
const { supports } = jest.requireActual<SupportedNodeModule>(
  '@tomekeeper/tooling/bootstrap/supported-node.cjs',
);

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'too-old-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('a Node that package.json does not name', () => {
  it.each(
    `18.20.8 20.18.3 20.19.0 20.20.2 21.7.3 22.0.0 22.12.0 22.13.0 22.22.2 23.11.1 24.0.0 24.10.0 24.11.0
     25.1.0 26.10.0`.split(/\s+/),
  )('is told from one that it names: %s', (version) => {
    expect(supports(manifest.engines.node, version)).toBe(
      satisfies(version, manifest.engines.node),
    );
  });

  // Preloaded module that simulates the version of an older Node.
  const pretending = (version: string) => {
    const file = path.join(folder, `node-${version}.cjs`);
    const versions = `{ value: { ...process.versions, node: '${version}' } }`;
    fs.writeFileSync(file, `Object.defineProperty(process, 'versions', ${versions});`);
    return { ...process.env, NODE_OPTIONS: `--require ${file}` };
  };

  it.each(Object.entries(manifest.scripts).filter(([name]) => name !== 'prepare'))(
    'is refused by npm run %s in one sentence that names the remedy',
    (_name, script) => {
      const env = pretending('21.7.3');
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: WORKSPACE, env });
      expect(status).toBe(1);
      expect(String(stdout)).toBe('');
      expect(String(stderr)).toMatch(
        /^✖ Tomekeeper needs Node 24\.11 or newer,.* and this is 21\.7\.3: install .* and try again\.\n$/,
      );
    },
  );

  it('is rejected by programs that start without npm', () => {
    const ctl = path.join(WORKSPACE, 'deploy/launcher/bin/ctl.mjs');
    const { status, stderr } = spawnSync(process.execPath, [ctl], { env: pretending('18.20.8') });
    expect([status, String(stderr)]).toEqual([1, expect.stringContaining('this is 18.20.8')]);
  });
});

describe('an npm that can not install the packages', () => {
  /** Runs `npm start` without installed packages, with the given program as npm on PATH, if any. */
  function start(npm?: string): { status: number | null; stderr: string } {
    const clone = fs.mkdtempSync(path.join(folder, 'clone-'));
    for (const part of [
      'libs/tooling/bootstrap',
      'deploy/launcher/bin',
      'package.json',
      'package-lock.json',
    ])
      fs.cpSync(path.join(WORKSPACE, part), path.join(clone, part), { recursive: true });
    const programs = path.join(clone, 'programs');
    fs.mkdirSync(programs);
    if (npm !== undefined)
      fs.writeFileSync(path.join(programs, 'npm'), `#!/bin/sh\necho ${npm}\n`, { mode: 0o755 });
    const { npm_execpath: _own, ...rest } = process.env;
    const env = { ...rest, PATH: programs, DATA_DIR: path.join(clone, 'data') };
    const command = path.join(clone, 'deploy/launcher/bin/start.mjs');
    const { status, stderr } = spawnSync(process.execPath, [command], { cwd: clone, env });
    return { status, stderr: String(stderr) };
  }

  it('is refused in one sentence that names the remedy', () => {
    expect(start('8.19.4')).toEqual({
      status: 1,
      stderr:
        "✖ Tomekeeper needs npm 9.2 or newer, and this is 8.19.4: install a newer one with 'npm install --global npm@10' and try again.\n",
    });
  });

  it('is missed in one sentence where there is none', () => {
    expect(start()).toEqual({
      status: 1,
      stderr:
        '✖ Tomekeeper needs npm 9.2 or newer, and none was found: install Node with its npm from https://nodejs.org and try again.\n',
    });
  });
});
