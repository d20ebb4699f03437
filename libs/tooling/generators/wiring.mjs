// Registrations of generated code in existing files: small additions to lists.
import fs from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Addition
 * @property {string} file
 * @property {RegExp} at finds the list or the line; the addition is inserted after the first group
 * @property {string} add
 */

/** Which path belongs to which service. */
export const ROUTE_TABLE = 'services/gateway/src/proxy/route-table.ts';

/** Everything that names the services one by one. @param {string} name @returns {Addition[]} */
export function serviceAdditions(name) {
  const upper = name.toUpperCase();
  const origins = 'services/gateway/src/upstreams/origins.ts';
  return [
    // Services that may receive events, and services that receive account deletions.
    union('libs/contracts/events/src/events.ts', 'ServiceName', name),
    {
      file: 'libs/contracts/identity/src/events.ts',
      at: /(personDeleted = defineEvent\([^[]*subscribers: \[[^\]]*'),?\s*\]/,
      add: `, '${name}'`,
    },
    // Identity tells it of ended sessions; without that list it would refuse everybody.
    {
      file: 'services/identity/src/revocations/revocations.controller.ts',
      at: /(@Internal\('campaign'[^)]*')\)/,
      add: `, '${name}'`,
    },
    {
      file: 'services/identity/src/current-openapi.spec.ts',
      at: /(\/internal\/revocations → internal: campaign[^"]*)"/,
      add: `, ${name}`,
    },
    // Every installation: its process, worker, database, role and keys.
    list('deploy/installation/src/service-names.ts', 'DATA_SERVICES', name),
    // Images that are built.
    {
      file: 'deploy/docker/docker-bake.hcl',
      at: /(service = \[[^\]]*")\]/,
      add: `, "${name}"`,
    },
    // The gateway: its address and its paths.
    union(origins, 'UpstreamName', name),
    {
      file: ROUTE_TABLE,
      at: /(ROUTES: readonly ProxyRoute\[\] = \[[\s\S]*?),?\n\];/,
      add: `,\n{ prefix: '/api/${name}', upstream: '${name}', errors: 'problem' }`,
    },
    {
      file: origins,
      at: /(Record<UpstreamName, string\[\]> \{\s*return \{[^}]*?),?\s*\}/,
      add: `,\n${name}: config.${upper}_URL`,
    },
    {
      file: 'services/gateway/src/config.ts',
      at: /([A-Z]+_URL: origins,)\s*UPSTREAM_TIMEOUT_MS/,
      add: `\n${upper}_URL: origins,`,
    },
    // Tests that replace all services.
    list('services/gateway/test/gateway-under-test.ts', 'names', name),
    list('services/gateway/src/security-headers.spec.ts', undefined, upper),
    list('apps/web-e2e/src/product/production-gateway.ts', 'services', upper),
  ];
}

/** Everything that names the remotes one by one. @param {string} name @returns {Addition[]} */
export function remoteAdditions(name) {
  return [
    {
      file: 'deploy/docker/web.Dockerfile',
      at: /(for remote in [a-z0-9 -]+?); do/,
      add: ` ${name}`,
    },
  ];
}

/** @param {string} file @param {string} type @param {string} name @returns {Addition} */
const union = (file, type, name) => ({
  file,
  at: new RegExp(`(type ${type} =[^;]*);`),
  add: ` | '${name}'`,
});

/** A list of strings; without a name, the list that contains the file's services. */
function list(file, variable, entry) {
  const before = variable ? `\\b${variable}\\b[^=]*= ` : '';
  return {
    file,
    at: new RegExp(`(${before}\\[\\s*'identity'[^\\]]*'),?\\s*\\]`, 'i'),
    add: `, '${entry}'`,
  };
}

/**
 * The contents of the files after the additions.
 * @param {string} root
 * @param {Addition[]} additions
 * @returns {Map<string, string>}
 * @throws if a position is not found, because the file has changed
 */
export function added(root, additions) {
  const files = new Map();
  for (const { file, at, add } of additions) {
    const text = files.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8');
    const found = at.exec(text);
    if (!found?.[1])
      throw new Error(
        `${file} does not look as libs/tooling/generators/wiring.mjs expects (${at}): nothing was written.`,
      );
    const end = found.index + found[0].indexOf(found[1]) + found[1].length;
    files.set(file, text.slice(0, end) + add + text.slice(end));
  }
  return files;
}
