import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { WORKSPACE } from '@tomekeeper/installation';
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
  /** The stages that make the files, in their order, each with the folder that it makes them in. */
  readonly stages: Readonly<Record<string, string>>;
  /** The stage that is started; the last one where none is named. */
  readonly startedStage?: string;
  readonly args?: Readonly<Record<string, string>>;
};

const run = promisify(execFile);

/** Makes an image's files as its Dockerfile does, but for the build, which is there already. */
export async function makeImage(source: ImageSource, files: string): Promise<Image> {
  const all = stages(instructions(read(source.dockerfile)));
  const stage = (name?: string) => {
    const found = name ? all.find((each) => each.name === name) : all.at(-1);
    if (!found) throw new Error(`${source.dockerfile} has no stage ${name}`);
    return found;
  };
  fs.mkdirSync(files, { recursive: true });
  for (const [name, folder] of Object.entries(source.stages)) {
    for (const { text, cwd } of steps(stage(name), folder)) {
      const command = text
        .replaceAll(new RegExp(`(?<![\\w/])${folder}(?=[/\\s"]|$)`, 'g'), files)
        .replaceAll('/tools/', `${TOOLS}/`);
      const options = {
        cwd: cwd === IN_IMAGE ? files : WORKSPACE,
        env: { ...process.env, ...source.args, npm_config_prefer_offline: 'true' },
        maxBuffer: 64 * 1024 * 1024,
      };
      await run('sh', ['-ec', command], options);
    }
  }
  fs.copyFileSync(path.join(TOOLS, 'probe.mjs'), path.join(files, 'probe.mjs'));
  await run('chmod', ['-R', 'a+rX,go-w', files]);
  const { workdir, command, environment } = startOf(stage(source.startedStage), source.args);
  return { files, workdir: workdir.replace(IN_IMAGE, files), command, environment };
}

const TOOLS = path.join(WORKSPACE, 'deploy/docker');
const read = (name: string) => fs.readFileSync(path.join(TOOLS, name), 'utf8');

/** The shell lines that put something into that folder, each with its working directory. */
function steps(
  { own }: Stage,
  folder: string,
): readonly { readonly text: string; readonly cwd: string }[] {
  let cwd = '';
  const found: { text: string; cwd: string }[] = [];
  for (const { keyword, text } of own) {
    if (keyword === 'WORKDIR') cwd = text;
    if (keyword !== 'RUN') continue;
    const line = text
      .replace(/^--mount=\S+\s+/, '')
      .replace(/npx nx run\S* .*?--outputStyle=static\s+&& /, '')
      .replace(/node \S+ manifests \S+\s+&& /, '');
    if (line.includes(folder) || cwd === folder) found.push({ text: line, cwd });
  }
  return found;
}
