import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const WORKSPACE = path.resolve(__dirname, '../../../..');

/** A copy of the workspace, or of some of it, that parts may be generated into. */
export class ThrowAwayWorkspace {
  readonly root = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-workspace-'));

  copy(file: string): void {
    const from = path.join(WORKSPACE, file);
    const built = /^(node_modules|dist|dist\..*|\.nx|\.data|\.git)$/;
    fs.cpSync(from, path.join(this.root, file), {
      recursive: true,
      filter: (each) => each === from || !built.test(path.basename(each)),
    });
  }

  /** Installed packages are shared with the original; the workspace's own projects are the copies. */
  linkPackages(): void {
    const [here, there] = ['node_modules', path.join(WORKSPACE, 'node_modules')];
    fs.mkdirSync(path.join(this.root, here));
    for (const name of fs.readdirSync(there))
      if (name === '@tomekeeper')
        fs.cpSync(path.join(there, name), path.join(this.root, here, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else this.link(path.join(there, name), path.join(here, name));
    for (const folder of projects()) {
      const own = path.join(WORKSPACE, folder, here);
      if (fs.existsSync(own)) this.link(own, path.join(folder, here));
    }
  }

  /** As `npm install` would do it. */
  linkProject(name: string, folder: string): void {
    this.link(path.join('../..', folder), path.join('node_modules', name));
  }

  link(target: string, at: string): void {
    fs.symlinkSync(target, path.join(this.root, at));
  }

  generate(...words: string[]) {
    return this.run(process.execPath, ['libs/tooling/bin/new.mjs', ...words]);
  }

  /** @param folder to run in, relative */
  run(program: string, words: string[], folder = '.', settings: NodeJS.ProcessEnv = {}) {
    const { TEST_KIND: _kind, NODE_ENV: _jest, NODE_OPTIONS: _options, ...rest } = process.env;
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: path.join(this.root, folder),
      encoding: 'utf8',
      env: { ...rest, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', ...settings },
    });
    return { status, said: stdout + stderr };
  }

  /** The text of every file, by path. */
  files(): Map<string, string> {
    const entries = fs.readdirSync(this.root, { recursive: true, withFileTypes: true });
    return new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name)))
        .filter((file) => !file.startsWith('node_modules'))
        .sort()
        .map((file) => [file, this.read(file)]),
    );
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    fs.writeFileSync(path.join(this.root, file), text);
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}

/** Folders of all projects, as npm knows them. */
function projects(): string[] {
  const lock = fs.readFileSync(path.join(WORKSPACE, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: object };
  return Object.keys(packages).filter((name) => name !== '' && !name.includes('node_modules/'));
}
