import fs from 'node:fs';
import path from 'node:path';
import { DATA_SERVICES, SEARCH_MODEL, WORKSPACE } from '@tomekeeper/installation';
import { instructions, stages, startOf } from './dockerfile';

const FOLDER = path.join(WORKSPACE, 'deploy', 'docker');
const dockerfiles = fs.readdirSync(FOLDER).filter((name) => name.endsWith('Dockerfile'));
const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8');

describe('the Dockerfiles', () => {
  it('are one a kind', () => {
    expect(dockerfiles).toEqual(['service.Dockerfile', 'web.Dockerfile']);
  });

  it.each(dockerfiles)('%s starts its images as an ordinary user', (name) => {
    const images = stages(instructions(read(name))).filter(({ base }) => base === 'scratch');
    const users = images.map(({ own }) => own.find(({ keyword }) => keyword === 'USER')?.text);
    expect(new Set(users)).toEqual(new Set(['1000:1000']));
  });

  it.each(dockerfiles)('%s installs no development dependencies into what is shipped', (name) => {
    const shipping = stages(instructions(read(name))).filter((stage) =>
      /dependencies$/.test(stage.name),
    );
    const installs = shipping.flatMap(({ own }) =>
      own.flatMap(({ text }) => (text.includes('npm ci') ? [text] : [])),
    );
    expect(installs).toHaveLength(shipping.length);
    expect(installs.length).toBeGreaterThan(0);
    for (const text of installs) expect(text).toMatch(/--omit=dev .*--ignore-scripts/);
  });

  it('start from one base, by digest', () => {
    const bases = dockerfiles.map((name) => /^ARG NODE_IMAGE=(.*)$/m.exec(read(name))?.[1]);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:22\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });

  it('contain labels with the title and version of the image', () => {
    for (const name of dockerfiles) {
      const started = stages(instructions(read(name))).filter(({ base }) => base === 'scratch');
      expect(started.length).toBeGreaterThan(0);
      for (const { own } of started) {
        const labels = own.find(({ keyword }) => keyword === 'LABEL')?.text ?? '';
        for (const each of ['title', 'description', 'licenses', 'version', 'revision'])
          expect(labels).toContain(`org.opencontainers.image.${each}=`);
      }
    }
  });

  it('are all built for both architectures', () => {
    const bake = read('docker-bake.hcl');
    const list = (name: string) =>
      new RegExp(`${name} = \\[(.*)\\]`).exec(bake)?.[1]?.replaceAll(/[" ]/g, '').split(',');
    expect(list('{ service')?.sort()).toEqual([...DATA_SERVICES, SEARCH_MODEL].sort());
    expect(list('platforms')).toEqual(['linux/amd64', 'linux/arm64']);
  });

  it('specify the command of the image', () => {
    const last = stages(instructions(read('service.Dockerfile'))).at(-1);
    expect(last && startOf(last, { SERVICE: 'campaign' })).toEqual({
      workdir: '/app/services/campaign',
      command: ['node', 'dist/main.js'],
      environment: { NODE_ENV: 'production', PATH: '/usr/local/bin' },
    });
  });

  it('bring every remote along', () => {
    const apps = path.join(WORKSPACE, 'apps');
    const remotes = fs
      .readdirSync(apps)
      .filter((name) => fs.existsSync(path.join(apps, name, 'remote.config.ts')));
    const brought = /for remote in ([^;]*);/.exec(read('web.Dockerfile'))?.[1]?.split(' ');
    expect(brought?.sort()).toEqual(remotes.sort());
  });

  it('leave secrets and the history out of the context', () => {
    const ignored = fs.readFileSync(path.join(WORKSPACE, '.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.git',
        '.data',
        '**/.env',
        '**/node_modules',
        'deploy/docker/secrets',
      ]),
    );
  });
});
