import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';
import { COMPOSE_FILE, interpolated } from '../manifests/compose-file';
import type { Engine } from './engine';
import { nodeImage } from './stand-ins';

const Build = z.object({
  context: z.literal('.'),
  dockerfile: z.string(),
  target: z.string().optional(),
  args: z.record(z.string(), z.string().nullable()).default({}),
});
type Build = z.infer<typeof Build>;
const Services = z.object({
  services: z.record(z.string(), z.looseObject({ image: z.string(), build: Build.optional() })),
});

export type BuiltImage = {
  readonly seconds: number;
  readonly megabytes: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Executed build steps, without cached ones. */
  readonly ran: readonly string[];
};
const Inspected = z.tuple([
  z.looseObject({ Size: z.number(), Labels: z.record(z.string(), z.string()) }),
]);

const services = () => {
  const file = parse(fs.readFileSync(COMPOSE_FILE, 'utf8'), { merge: true });
  return Object.values(Services.parse(file).services);
};

/** Third-party images of the compose file. */
export const foreignImages = (): readonly string[] => [
  ...new Set(services().flatMap(({ image, build }) => (build ? [] : [image]))),
];

/** Images that the compose file builds, by name. */
export const ownImages = (): ReadonlyMap<string, Build> =>
  new Map(
    services().flatMap(({ image, build }) =>
      build ? [[interpolated(image, {}).split(':')[0] ?? '', build] as const] : [],
    ),
  );

/**
 * Builds an image like Compose does.
 * @param context the workspace, or an edited copy
 */
export async function buildOwn(
  engine: Engine,
  image: string,
  tag: string,
  context = WORKSPACE,
): Promise<BuiltImage> {
  const build = ownImages().get(image);
  if (build === undefined) throw new Error(`${image} is not built here`);
  const args = { ...build.args, NODE_IMAGE: `docker.io/library/${nodeImage()}` };
  const began = Date.now();
  const said = await engine.build(
    `${image}:${tag}`,
    context,
    ...['--file', path.join(context, build.dockerfile)],
    ...(build.target === undefined ? [] : ['--target', build.target]),
    ...Object.entries(args).flatMap(([name, value]) =>
      value === null ? [] : ['--build-arg', `${name}=${value}`],
    ),
  );
  const seconds = (Date.now() - began) / 1000;
  const [{ Size, Labels }] = Inspected.parse(
    JSON.parse(await engine.podman('image', 'inspect', `docker.io/${image}:${tag}`)),
  );
  return { seconds, megabytes: Size / 1e6, labels: Labels, ran: stepsThatRan(said) };
}

/** Buildah prints each step, followed by a line if the step is cached. */
function stepsThatRan(said: string): readonly string[] {
  const lines = said.split('\n').filter((line) => /STEP |--> Using cache/.test(line));
  return lines.flatMap((line, index) => {
    const step = /STEP \d+\/\d+: (RUN .*)$/.exec(line)?.[1];
    return step === undefined || lines[index + 1]?.includes('Using cache') ? [] : [step];
  });
}

/** Copies the workspace without git-ignored files, for edits. */
export async function copyOfWorkspace(target: string): Promise<void> {
  const options = { cwd: WORKSPACE, maxBuffer: 64 * 1024 * 1024 };
  const tracked = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await promisify(execFile)('git', tracked, options);
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    const from = path.join(WORKSPACE, file);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(target, file));
  }
}
