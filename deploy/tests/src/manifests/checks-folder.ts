import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { WORKSPACE } from '@tomekeeper/installation';

const TOOLING = path.join(WORKSPACE, 'libs/tooling');

/** Returns the folder of check-only programs, with installed packages. */
export function checksFolder(): string {
  const folder = path.join(TOOLING, 'checks');
  execFileSync(process.execPath, [path.join(TOOLING, 'bootstrap/own-packages.mjs'), folder]);
  return folder;
}

/** Runs a program of that folder with the text as input, and parses its JSON output. */
export function runCheck(program: string, input: string): unknown {
  const file = path.join(checksFolder(), program);
  return JSON.parse(execFileSync(process.execPath, [file], { input, encoding: 'utf8' }));
}
