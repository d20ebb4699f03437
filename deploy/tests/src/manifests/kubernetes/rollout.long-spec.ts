import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATA_SERVICES, SEARCH_MODEL, SERVICES, WORKSPACE } from '@tomekeeper/installation';
import { writeSecretFiles } from '@tomekeeper/preparation';
import { instructions, stages, startOf } from '../dockerfile';
import { judgeSettings, NOTHING_TO_SAY, PROGRAMS, type ProgramName } from '../service-settings';
import { render } from './kustomize';
import { ENVIRONMENTS, KUBERNETES } from './overlays';
import { environmentOf, podsOf, secretFilesOf, type Pod } from './pods';

// Child processes and large schemas are slow on a loaded machine.

/** Files that an operator writes in addition to the generated ones; see deploy/k8s/README.md. */
const WRITTEN: Readonly<Record<string, string>> = {
  'smtp-url': 'smtp://mail.example.org:587',
  's3-access-key-id': 'KEY',
  's3-secret-access-key': 'secret',
};
const Generated = z.array(z.looseObject({ name: z.string(), files: z.array(z.string()) }));
const Generators = z.looseObject({ configMapGenerator: Generated, secretGenerator: Generated });
const { configMapGenerator, secretGenerator } = Generators.parse(
  parse(fs.readFileSync(path.join(KUBERNETES, 'secrets', 'kustomization.yaml'), 'utf8')),
);
const keysOf = (secret: string): readonly string[] =>
  (secretGenerator.find(({ name }) => name === secret)?.files ?? []).map(
    (file) => file.replace('files/', '').split('=')[0] ?? '',
  );

/** Environment of the gateway's image. */
const edge = stages(
  instructions(fs.readFileSync(path.join(WORKSPACE, 'deploy/docker/web.Dockerfile'), 'utf8')),
).find(({ name }) => name === 'edge');
const { NODE_ENV: _, PATH: _path, ...FOLDERS } = edge ? startOf(edge).environment : {};

const NAMES: Readonly<Record<ProgramName, (service: string) => string>> = {
  main: (service) => `Deployment/${service}`,
  'main.worker': (service) => `Deployment/${service}-worker`,
  migrate: (service) => `Job/migrate-${service}`,
};
const programs = ([...SERVICES, SEARCH_MODEL] as const).flatMap((service) =>
  PROGRAMS.filter((program) =>
    fs.existsSync(path.join(WORKSPACE, 'services', service, 'src', `${program}.ts`)),
  ).map((program) => ({ id: NAMES[program](service), service, program })),
);

describe.each(ENVIRONMENTS)('what runs in %s', (environment) => {
  const manifests = render(path.join(KUBERNETES, 'overlays', environment));
  const pods = podsOf(manifests);
  // With separate object store keys, as the component `storage-keys` requires.
  const keys = (secret: string): readonly string[] =>
    secret === 'document'
      ? [...keysOf(secret), 's3-access-key-id', 's3-secret-access-key']
      : keysOf(secret);
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubernetes-'));
    await writeSecretFiles(folder);
    for (const [name, content] of Object.entries(WRITTEN))
      fs.writeFileSync(path.join(folder, name), content);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('is every program of every service, and two jobs', () => {
    const expected = [...programs.map(({ id }) => id), 'Job/prepare', 'Job/publish'];
    expect(pods.map(({ id }) => id).sort()).toEqual(expected.sort());
  });

  it('is started from the image that holds the program', () => {
    const registry = 'registry.example.org/tomekeeper';
    for (const { id, service, program } of programs) {
      const { image, command } = found(id).container;
      expect(image).toMatch(
        new RegExp(`^${registry}/${service === 'gateway' ? 'edge' : service}:\\d+\\.\\d+\\.\\d+$`),
      );
      // The image's default command is the API.
      expect(command).toEqual(program === 'main' ? undefined : ['node', `dist/${program}.js`]);
    }
  });

  it('has its required settings, and no unknown ones', () => {
    const processes = programs.map(({ id, service, program }) => ({
      name: id,
      service,
      program,
      environment: {
        ...(service === 'gateway' ? FOLDERS : {}),
        ...withSecretFiles(found(id)),
      },
    }));
    expect(judgeSettings(processes)).toEqual(
      Object.fromEntries(processes.map(({ name }) => [name, NOTHING_TO_SAY])),
    );
  });

  it.each([...DATA_SERVICES])('keeps the keys and the database of %s from others', (service) => {
    for (const pod of pods.filter(({ name }) => name !== 'prepare')) {
      const files = [...secretFilesOf(pod, keys).keys()];
      const own = files.filter((name) => name.startsWith(`${service}-`));
      if (pod.labels['app.kubernetes.io/name'] !== service) expect(own).toEqual([]);
    }
  });

  it('has the authorities of the database where the URLs say that they are', async () => {
    await writeSecretFiles(folder, {
      databaseAdminUrl: 'postgres://database.example.org/tomes',
      databaseCa: 'a bundle',
    });
    for (const pod of pods) {
      const files = [...secretFilesOf(pod, keys).values()].map(({ key }) => key);
      for (const file of files.filter((name) => /database(-admin)?-url$/.test(name))) {
        const url = new URL(fs.readFileSync(path.join(folder, file), 'utf8'));
        const bundle = path.parse(url.searchParams.get('sslrootcert') ?? '');
        expect([pod.id, mountPathOf(pod, 'secrets')]).toEqual([pod.id, bundle.dir]);
        expect([pod.id, authoritiesOf(pod)]).toEqual([pod.id, bundle.base]);
      }
    }
    await writeSecretFiles(folder);
  });

  const mountPathOf = ({ container }: Pod, volume: string) =>
    container.volumeMounts.find(({ name }) => name === volume)?.mountPath;
  /** Returns the CA file among a pod's secrets. */
  const authoritiesOf = ({ spec }: Pod) => {
    const sources = spec.volumes.find(({ name }) => name === 'secrets')?.projected?.sources ?? [];
    const map = sources.find(({ configMap }) => configMap !== undefined)?.configMap?.name;
    return configMapGenerator.find(({ name }) => name === map)?.files[0]?.replace('files/', '');
  };

  it('mounts no Secret and no key that the secrets of this folder lack', () => {
    for (const pod of pods)
      for (const { secret, key } of secretFilesOf(pod, keys).values())
        expect(keys(secret)).toContain(key);
  });

  const found = (id: string): Pod => {
    const pod = pods.find((each) => each.id === id);
    if (pod === undefined) throw new Error(`${id} is missing`);
    return pod;
  };

  /** Returns the pod's environment, with its secret files in `folder`. */
  function withSecretFiles(pod: Pod): Record<string, string> {
    const files = secretFilesOf(pod, keys);
    const settings = Object.entries(environmentOf(pod, manifests)).map(([name, value]) => {
      const file = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (file === undefined) return [name, value];
      const source = files.get(file);
      if (source === undefined) throw new Error(`${pod.id}: ${value} is not mounted`);
      return [name, path.join(folder, source.key)];
    });
    return Object.fromEntries(settings) as Record<string, string>;
  }
});

it('creates every secret from a generated or documented file', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubernetes-'));
  await writeSecretFiles(folder);
  const readme = fs.readFileSync(path.join(KUBERNETES, 'README.md'), 'utf8');
  const made = fs.readdirSync(folder);
  fs.rmSync(folder, { recursive: true });
  for (const { files } of secretGenerator)
    for (const file of files.map((each) => each.replace(/^.*files\//, '')))
      expect(made.includes(file) || readme.includes(`\`${file}\``) ? '' : file).toBe('');
});
