import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { WORKSPACE } from '../../src/product/workspace';
import {
  instructions,
  stages,
  startOf,
  type ImageStart,
  type Stage,
} from '../manifests/dockerfile';

/** Where the Dockerfiles put the product. */
const IN_IMAGE = '/app';

/** An image's files in a folder, and what it is started with there. */
export type Image = ImageStart & { readonly files: string };

export type ImageSource = {
  readonly dockerfile: string;
  /** The stage that makes the files, and the one that is started; the last one where none is named. */
  readonly filesStage: string;
  readonly startedStage?: string;
  readonly args?: Readonly<Record<string, string>>;
};

const run = promisify(execFile);

/** Makes an image's files as its Dockerfile does, but for the build, which is there already. */
export async function makeImage(source: ImageSource, files: string): Promise<Image> {
  const all = stages(instructions(read(source.dockerfile)));
  const making = all.find(({ name }) => name === source.filesStage);
  const started = source.startedStage
    ? all.find(({ name }) => name === source.startedStage)
    : all.at(-1);
  if (!making || !started) throw new Error(`${source.dockerfile} has no such stages`);
  fs.mkdirSync(files, { recursive: true });
  for (const { text, cwd } of steps(making)) {
    const command = text.replace(/(?<![\w/])\/app(?=[/\s"]|$)/g, files);
    const options = {
      cwd: cwd === IN_IMAGE ? files : WORKSPACE,
      env: { ...process.env, ...source.args, npm_config_prefer_offline: 'true' },
      maxBuffer: 64 * 1024 * 1024,
    };
    await run('sh', ['-ec', command], options);
  }
  await run('chmod', ['-R', 'a+rX,go-w', files]);
  const { workdir, command, environment } = startOf(started, source.args);
  return { files, workdir: workdir.replace(IN_IMAGE, files), command, environment };
}

const read = (name: string) => fs.readFileSync(path.join(WORKSPACE, 'deploy/docker', name), 'utf8');

/** The shell lines that put something into the image, each with its working directory. */
function steps({ own }: Stage): readonly { readonly text: string; readonly cwd: string }[] {
  let cwd = '';
  const found: { text: string; cwd: string }[] = [];
  for (const { keyword, text } of own) {
    if (keyword === 'WORKDIR') cwd = text;
    if (keyword !== 'RUN') continue;
    const line = text.replace(/npx nx run\S* .*?--outputStyle=static\s+&& /, '');
    if (line.includes(IN_IMAGE) || cwd === IN_IMAGE) found.push({ text: line, cwd });
  }
  return found;
}
