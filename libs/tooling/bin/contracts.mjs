#!/usr/bin/env node
// `npm run contracts`: checks that the current services do not break callers of the deployed ones (also a
// test of `npm test`).
// `npm run contracts -- accept <service>` (or `all`) records the current contract as deployed; see
// deploy/contracts/README.md.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { accept, compareWithDeployed, servicesOf, vanished } from '../src/contracts/deployed.mjs';

const WORKSPACE = path.resolve(fileURLToPath(import.meta.url), '../../../..');
const services = servicesOf(WORKSPACE);
const [command, service] = process.argv.slice(2);

if (command === undefined) process.exitCode = check();
else if (command === 'accept' && (service === 'all' || services.includes(service))) {
  for (const name of service === 'all' ? services : [service]) {
    accept(WORKSPACE, name);
    console.log(`${name}: the current contract is recorded as deployed`);
  }
} else {
  console.error(`Usage: npm run contracts [-- accept all|${services.join('|')}]`);
  process.exitCode = 2;
}

function check() {
  let broken = 0;
  for (const name of services) {
    const compared = compareWithDeployed(WORKSPACE, name);
    const { breaks = [], added = [] } = compared ?? {};
    broken += breaks.length;
    for (const { where, reason } of breaks) console.error(`✖ ${name}: ${where}: ${reason}`);
    for (const operation of added) console.log(`• ${name}: ${operation} is new`);
    if (!compared) console.log(`• ${name}: not deployed yet`);
    else if (breaks.length === 0) console.log(`✔ ${name}: compatible with the deployed contract`);
  }
  for (const name of vanished(WORKSPACE)) {
    broken += 1;
    console.error(`✖ ${name}: this service is deployed, but missing in the workspace`);
  }
  if (broken > 0)
    console.error(
      `${broken} ${broken === 1 ? 'change breaks' : 'changes break'} callers of the deployed services: keep the old path or field and add the new one next to it until no caller uses the old one.`,
    );
  return broken > 0 ? 1 : 0;
}
