#!/usr/bin/env node
// `npm run ship -- <remote>`: builds one remote and makes it live, in the installation in DATA_DIR or in a
// bucket; see deploy/shipping/README.md.
import {
  dataFolder,
  ensureBuilt,
  ensureInstalled,
} from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { builtProgram } from '../../../libs/tooling/bootstrap/built-program.mjs';

await ensureInstalled();
// Builds only the shipping packages; the running product keeps its current build.
const { main } = await builtProgram('deploy/shipping', 'ship.main');
const build = (/** @type {string} */ project) => ensureBuilt({ projects: [project], alone: true });
process.exitCode = await main(process.argv.slice(2), dataFolder(), build);
