// Validates names of generated projects and features.
import fs from 'node:fs';
import path from 'node:path';

/** Invalid input of the user; shown without a stack trace. */
export class Refused extends Error {}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MOST = 40;
/** Parts of the product, schemas and paths that are no project of that name. */
const RESERVED = ['api', 'assets', 'health', 'idp', 'internal', 'launcher', 'metrics'].concat(
  ['postgres', 'prepare', 'public', 'queue', 'remotes', 'smtp', 'storage', 'worker', 'web'],
  ['class', 'const', 'default', 'delete', 'enum', 'export', 'function', 'import', 'new', 'static'],
);

/**
 * @param {string} what a remote, a service, a feature
 * @param {string | undefined} name
 * @returns {string}
 */
export function validName(what, name) {
  if (!name) throw new Refused(`A ${what} needs a name.`);
  if (!KEBAB.test(name) || name.length > MOST)
    throw new Refused(
      `'${name}' is no name for a ${what}: lower-case words with hyphens between them, at most ${MOST} characters (dice-rolls).`,
    );
  if (RESERVED.includes(name)) throw new Refused(`'${name}' means something else here already.`);
  return name;
}

/** @param {string | undefined} name */
export function validServiceName(name) {
  const valid = validName('service', name);
  if (valid.includes('-'))
    throw new Refused(
      `'${valid}' is no name for a service: it is also its database schema, its role and the beginning of a variable, so it is a single word.`,
    );
  return valid;
}

/** @param {string} root @param {string} folder relative */
export function notThereYet(root, folder) {
  if (fs.existsSync(path.join(root, folder))) throw new Refused(`${folder} is there already.`);
}

/**
 * No remote may claim a path that another has.
 * @param {string} root
 * @param {string} route
 */
export function freeRoute(root, route) {
  for (const remote of remotes(root)) {
    const config = fs.readFileSync(path.join(root, 'apps', remote, 'remote.config.ts'), 'utf8');
    if (config.includes(`path: '${route}'`))
      throw new Refused(`The remote '${remote}' has the path ${route} already.`);
  }
}

/** @param {string} root @returns {string[]} */
export function remotes(root) {
  return fs
    .readdirSync(path.join(root, 'apps'))
    .filter((name) => fs.existsSync(path.join(root, 'apps', name, 'remote.config.ts')))
    .sort();
}
