import { ownPackages } from '../bootstrap/own-packages.mjs';
import { CHECKS, run, WORKSPACE } from './run.mjs';
import programs from './whole-programs.cjs';

/**
 * Checks one program. TypeScript 7 checks many times faster; TypeScript 6 stays for the tools that need its API.
 * @param {string} folder @param {string[]} args @param {string} [config]
 * @returns {Promise<number>} exit code
 */
export async function typecheck(folder, args, config = 'tsconfig.json') {
  // Several threads would each resolve the same types: quicker on an idle machine, dearer on a busy one.
  const given = ['-p', config, '--singleThreaded', ...args];
  return run('typescript-native', 'tsc', given, folder, await ownPackages(CHECKS));
}

/** Checks all projects. @param {string[]} args @returns {Promise<number>} exit code */
export async function typecheckWhole(args) {
  const codes = [];
  for (const config of programs.WHOLE_PROGRAMS)
    codes.push(await typecheck(WORKSPACE, args, config));
  return Math.max(...codes);
}
