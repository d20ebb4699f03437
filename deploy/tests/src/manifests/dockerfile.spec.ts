import fs from 'node:fs';
import path from 'node:path';
import { DATA_SERVICES, SEARCH_MODEL, WORKSPACE } from '@tomekeeper/installation';
import { instructions, problemsOf, stages, startOf } from './dockerfile';

const FOLDER = path.join(WORKSPACE, 'deploy', 'docker');
const dockerfiles = fs.readdirSync(FOLDER).filter((name) => name.endsWith('Dockerfile'));
const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8');

const SOUND = `FROM node:22.1.0 AS build
RUN npm ci
FROM node:22.1.0
COPY --from=build /app /app
USER node
CMD ["node", "main.js"]
`;

describe('the Dockerfiles', () => {
  it('are one a kind', () => {
    expect(dockerfiles).toEqual(['service.Dockerfile', 'web.Dockerfile']);
  });

  it.each(dockerfiles)('%s keeps to the rules', (name) => {
    expect(problemsOf(read(name))).toEqual([]);
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

  it('say what an image is, and of which version', () => {
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
    expect(list('{ service')).toEqual([...DATA_SERVICES, SEARCH_MODEL]);
    expect(list('platforms')).toEqual(['linux/amd64', 'linux/arm64']);
  });

  it('name what an image is started with', () => {
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

describe('the rules of Dockerfiles', () => {
  it('let a sound one pass', () => expect(problemsOf(SOUND)).toEqual([]));

  it.each([
    ['a floating base', 'FROM node:22.1.0\n', 'FROM node:latest\n', /not pinned/],
    ['a base without a tag', 'FROM node:22.1.0\n', 'FROM node\n', /not pinned/],
    ['root', 'USER node', 'USER root', /runs as root/],
    ['no user at all', 'USER node\n', '', /runs as root/],
    ['a download', 'RUN npm ci', 'ADD https://example.org/x.tgz /x', /ADD is not used/],
    ['curl in a shell', 'RUN npm ci', 'RUN curl -fO https://example.org/x', /downloads/],
    ['npm install', 'RUN npm ci', 'RUN npm install', /lock file/],
    ['a shell around the command', 'CMD ["node", "main.js"]', 'CMD node main.js', /must be a list/],
    ['a baked secret', 'RUN npm ci', 'ENV DB_PASSWORD=1', /secret/],
    ['files of the context', 'COPY --from=build /app /app', 'COPY . .', /from the context/],
    ['an install of every edit', 'RUN npm ci', 'COPY . .\nRUN npm ci', /every edit/],
    ['a pipe', 'RUN npm ci', 'RUN a \\\n  | b', /pipe/],
  ])('refuse %s', (_, sound, broken, expected) => {
    expect(problemsOf(SOUND.replaceAll(sound, broken)).join('\n')).toMatch(expected);
  });
});
