import path from 'node:path';
import { WORKSPACE } from '../webpack/base.mjs';
import { loadTypeScript } from './load-typescript.mjs';

const FEDERATION_CONTRACT = path.join(WORKSPACE, 'libs/contracts/federation/src/index.ts');

/** The federation container of a remote. @param {string} id */
export const containerName = (id) => `tomekeeper_${id.replaceAll('-', '_')}`;

/**
 * Reads the declarations of `remote.config.ts`.
 * @param {string} project folder
 * @returns {{ id: string } & import('./preloads.mjs').Declared}
 */
export function readRemoteConfig(project) {
  const file = path.join(project, 'remote.config.ts');
  const declared = Object.values(loadTypeScript(file));
  if (declared.length !== 1) {
    throw new Error(`${file} must export exactly one configuration made by defineRemote().`);
  }
  return declared[0];
}

/**
 * The content of `remote.json`, checked against the contract that the shell reads it by.
 * @param {object} config
 * @param {{ container: string, entry: string, files?: Record<string, string>, preloads?: object }} built
 * @returns {object}
 */
export function remoteManifest(config, built) {
  const contract = loadTypeScript(FEDERATION_CONTRACT);
  const { data, error } = contract.remoteManifest.safeParse({ ...config, ...built });
  if (!error) return data;
  const problems = error.issues.map(
    (/** @type {{ path: string[], message: string }} */ issue) =>
      `  ${issue.path.join('.') || '(all)'}: ${issue.message}`,
  );
  throw new Error(`remote.config.ts is not a valid manifest:\n${problems.join('\n')}`);
}

/**
 * The content of the shell's `shell.json`.
 * @param {object[]} signedIn files that only signed-in pages need
 * @param {object} [firstCalls] script that sends the first calls of signed-in pages
 */
export const shellManifest = (signedIn, firstCalls) => ({
  contract: loadTypeScript(FEDERATION_CONTRACT).FEDERATION_CONTRACT_VERSION,
  signedIn,
  firstCalls,
});
