#!/usr/bin/env node
// `npm run roll -- campaign`: builds one service and has the running product of DATA_DIR renew its processes, one
// after the other, without a call lost; see deploy/shipping/README.md.
import {
  dataFolder,
  ensureBuilt,
  ensureInstalled,
} from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { builtProgram } from '../../../libs/tooling/bootstrap/built-program.mjs';

await ensureInstalled();
// Builds only its own packages; the running product keeps its current build.
const { main } = await builtProgram('deploy/shipping', 'roll.main');
const build = (/** @type {string} */ project) => ensureBuilt({ projects: [project] });
process.exitCode = await main(process.argv.slice(2), dataFolder(), build);
