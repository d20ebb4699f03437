// The documents of `deploy/contracts`: the deployed contracts that existing clients rely on.
import fs from 'node:fs';
import path from 'node:path';
import { additions, breakingChanges } from './compare-openapi.mjs';

/** @param {string} workspace @returns {string[]} services that offer an OpenAPI document */
export function servicesOf(workspace) {
  return fs
    .readdirSync(path.join(workspace, 'services'))
    .filter((name) => fs.existsSync(offered(workspace, name)));
}

/**
 * @param {string} workspace
 * @param {string} service
 * @returns {{ breaks: { where: string, reason: string }[], added: string[] } | undefined} undefined when it
 *   was never deployed
 */
export function compareWithDeployed(workspace, service) {
  const file = deployed(workspace, service);
  if (!fs.existsSync(file)) return undefined;
  const [before, now] = [read(file), read(offered(workspace, service))];
  return { breaks: breakingChanges(before, now), added: additions(before, now) };
}

/** @param {string} workspace @param {string} service */
export function accept(workspace, service) {
  const document = read(offered(workspace, service));
  fs.writeFileSync(deployed(workspace, service), `${JSON.stringify(document, null, 2)}\n`);
}

/** Services that are deployed and no longer in the workspace. @param {string} workspace */
export function vanished(workspace) {
  const there = servicesOf(workspace);
  return fs
    .readdirSync(path.join(workspace, 'deploy/contracts'))
    .filter((name) => name.endsWith('.openapi.json'))
    .map((name) => name.replace('.openapi.json', ''))
    .filter((name) => !there.includes(name));
}

const offered = (workspace, service) => path.join(workspace, 'services', service, 'openapi.json');
const deployed = (workspace, service) =>
  path.join(workspace, 'deploy/contracts', `${service}.openapi.json`);
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
