import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';
import type { Rules } from './rules';

/** The last that runs on every Node of ours. Nothing of the product needs it, so it is no dependency. */
const VERSION = '9.6.1';
const PACKAGES = ['core', 'jest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
/** Others may be at work on this machine. */
const NICENESS = 10;
const CONCURRENCY = Number(process.env['CONCURRENCY'] ?? Math.max(1, os.cpus().length / 2));
/** What a project has that is made of the rest. */
const NOT_COPIED = new Set(['node_modules', 'dist']);

const place = z.object({ line: z.number(), column: z.number() });
const status = z.enum(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored']);
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status,
          replacement: z.string(),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
});

/** One change of a source, and whether a test noticed. */
export interface Mutant {
  /** From the root of the repository. */
  file: string;
  /** The line that was changed, as it is. */
  line: string;
  /** What stood there, and what stood there instead, each in one line. */
  was: string;
  became: string;
  status: z.infer<typeof status>;
}

/** Stryker, installed into a folder of its own that goes with it. */
export class Stryker {
  private constructor(private readonly folder: string) {}

  static async install(): Promise<Stryker> {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-mutation-'));
    await fs.writeFile(path.join(folder, 'package.json'), '{"private":true}');
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    await promisify(execFile)('npm', ['install', ...quiet, ...PACKAGES], { cwd: folder });
    return new Stryker(folder);
  }

  /** Changes the rules of one project, in a copy of it, and runs their specs on every change. */
  async run({ project, files }: Rules): Promise<Mutant[]> {
    const copy = path.join(this.folder, 'workspace', project);
    await this.copyProject(project, copy);
    const specs = files.map((file) => path.join(copy, 'src', `${file}.spec.ts`));
    for (const spec of specs) await fs.access(spec);
    const settings = {
      testRunner: 'jest',
      plugins: [this.module('jest-runner/dist/src/index.js')],
      mutate: files.map((file) => `src/${file}.ts`),
      // The copy is changed; a second one within it would be out of the workspace's reach.
      inPlace: true,
      disableTypeChecks: false,
      coverageAnalysis: 'perTest',
      jest: { configFile: 'jest.config.cjs', config: { testMatch: specs } },
      concurrency: CONCURRENCY,
      timeoutMS: 30_000,
      reporters: ['json'],
      jsonReporter: { fileName: 'mutation.json' },
      allowConsoleColors: false,
    };
    await fs.writeFile(path.join(copy, 'stryker.conf.json'), JSON.stringify(settings));
    await this.start(copy);
    const { files: found } = report.parse(
      JSON.parse(await fs.readFile(path.join(copy, 'mutation.json'), 'utf8')),
    );
    return Object.entries(found).flatMap(([file, { source, mutants }]) =>
      mutants.map(({ status, replacement, location: { start, end } }) => ({
        file: path.join(project, file),
        line: inOneLine(source.split('\n')[start.line - 1] ?? ''),
        was: inOneLine(source.slice(offset(source, start), offset(source, end))),
        became: inOneLine(replacement),
        status,
      })),
    );
  }

  async remove(): Promise<void> {
    await fs.rm(this.folder, { recursive: true, force: true });
  }

  private module(file: string): string {
    return path.join(this.folder, 'node_modules/@stryker-mutator', file);
  }

  /** Packages, the workspace's own among them, are those of the workspace. */
  private async copyProject(project: string, copy: string): Promise<void> {
    await fs.cp(path.join(WORKSPACE, project), copy, {
      recursive: true,
      filter: (from) => !NOT_COPIED.has(path.basename(from)),
    });
    await linkPackages(WORKSPACE, path.join(this.folder, 'workspace'));
    await linkPackages(path.join(WORKSPACE, project), copy);
  }

  private async start(copy: string): Promise<void> {
    const { TEST_KIND: _kind, JEST_WORKER_ID: _worker, ...environment } = process.env;
    const child = spawn(
      process.execPath,
      [this.module('core/bin/stryker.js'), 'run', 'stryker.conf.json'],
      { cwd: copy, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (child.pid !== undefined) os.setPriority(child.pid, NICENESS);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Stryker ended with ${code}:\n${said.slice(-4_000)}`);
  }
}

async function linkPackages(from: string, to: string): Promise<void> {
  const packages = path.join(from, 'node_modules');
  const link = path.join(to, 'node_modules');
  const isThere = (file: string) => fs.lstat(file).then(Boolean, () => false);
  if ((await isThere(packages)) && !(await isThere(link))) await fs.symlink(packages, link);
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Where in the text a place of a report is; both of its numbers begin with 1. */
function offset(source: string, { line, column }: z.infer<typeof place>): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, column - 1);
}
