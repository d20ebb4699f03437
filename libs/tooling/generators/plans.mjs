// Plans for each kind of generated code: files to create, files to extend, and remaining manual steps.
import fs from 'node:fs';
import path from 'node:path';
import { withFeature } from './feature-wiring.mjs';
import { freeRoute, notThereYet, Refused, remotes, validName, validServiceName } from './names.mjs';
import { filled } from './templates.mjs';
import { added, remoteAdditions, ROUTE_TABLE, serviceAdditions } from './wiring.mjs';

/**
 * @typedef {object} Plan
 * @property {Map<string, string>} created
 * @property {Map<string, string>} changed
 * @property {string[]} next
 */

const pageOf = (/** @type {string} */ feature) =>
  `${feature.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Page`;

/**
 * A remote starts with one feature of the same name.
 * @returns {Plan}
 */
export function remotePlan(root, [given]) {
  const name = validName('remote', given);
  const folder = `apps/${name}`;
  notThereYet(root, folder);
  freeRoute(root, `/${name}`);
  const files = filled(root, 'remote', name, folder);
  const [config, module] = [`${folder}/remote.config.ts`, `${folder}/src/remote.tsx`];
  const wired = withFeature(files.get(config), files.get(module), name, {
    feature: name,
    page: pageOf(name),
  });
  const feature = filled(root, 'feature', name, `${folder}/src/features/${name}`);
  return {
    created: new Map([...files, ...feature, [config, wired.config], [module, wired.module]]),
    changed: added(root, remoteAdditions(name)),
    next: [
      'npm install (links the new project and notes it in package-lock.json)',
      `npx jest --projects ${folder}`,
      `npm run dev -- ${name} (in a running product, at /${name})`,
      `Its page asks GET /api/${name}/: src/features/${name}/use-${name}.ts.`,
      `A link in the header: an entry of \`nav\` in ${config}.`,
    ],
  };
}

/** @returns {Plan} */
export function featurePlan(root, [remote, given]) {
  const known = remotes(root);
  if (!remote || !known.includes(remote))
    throw new Refused(
      `A feature belongs to a remote: npm run new -- feature <remote> <name>. Remotes: ${known.join(', ')}.`,
    );
  const name = validName('feature', given);
  const folder = `apps/${remote}/src/features/${name}`;
  notThereYet(root, folder);
  freeRoute(root, `/${name}`);
  const [config, module] = [`apps/${remote}/remote.config.ts`, `apps/${remote}/src/remote.tsx`];
  const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
  const wired = withFeature(read(config), read(module), remote, {
    feature: name,
    page: pageOf(name),
  });
  return {
    created: filled(root, 'feature', name, folder),
    changed: new Map([
      [config, wired.config],
      [module, wired.module],
    ]),
    next: [
      `npx jest --projects apps/${remote}`,
      `npx nx run @tomekeeper/remote-${remote}:build (says when it is beyond size-budget.json)`,
      `The page is /${name}, for people who are signed in; it asks GET /api/${name}/ (use-${name}.ts).`,
    ],
  };
}

/**
 * A service is generated with its contract library.
 * @returns {Plan}
 */
export function servicePlan(root, [given]) {
  const name = validServiceName(given);
  const [folder, contract] = [`services/${name}`, `libs/contracts/${name}`];
  notThereYet(root, folder);
  notThereYet(root, contract);
  const additions = serviceAdditions(name);
  const routes = fs.readFileSync(path.join(root, ROUTE_TABLE), 'utf8');
  if (routes.includes(`'/api/${name}'`)) throw new Refused(`/api/${name} belongs to a service.`);
  return {
    created: new Map([
      ...filled(root, 'contract', name, contract),
      ...filled(root, 'service', name, folder),
    ]),
    changed: added(root, additions),
    next: [
      'npm install (links the new projects and notes them in package-lock.json)',
      `npx jest --projects ${folder} ${contract}`,
      `TEST_KIND=integration npx jest --projects ${folder}`,
      `npm start (builds, migrates and starts it: /api/${name}/)`,
      'By hand, and checks of `npm test` fail until it is done:',
      `  docker-compose.yml: ${name}, ${name}-worker, migrate-${name}, their two secrets, and ${name.toUpperCase()}_URL of the gateway, as contact has them`,
      `  deploy/k8s: base/${name}, overlays/*/${name}, an entry in overlays/*/kustomization.yaml and secrets/kustomization.yaml, names in base/product/network.yaml and base/gateway`,
      `What it keeps of a person belongs into the copy of their data: services/identity/src/export.`,
      `Once it is deployed: npm run contracts -- accept ${name}.`,
    ],
  };
}
