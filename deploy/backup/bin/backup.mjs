#!/usr/bin/env node
// `npm run backup -- <folder or file>` and `npm run restore -- <file>`: an installation as one file, and back
// again; see deploy/docs/backup.md.
import { ensureBuilt, ensureInstalled } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { builtProgram } from '../../../libs/tooling/bootstrap/built-program.mjs';

await ensureInstalled();
const [command, ...rest] = process.argv.slice(2);
// A restore reads the migrations of every service's build; a backup uses the existing build.
if (command === 'restore') await ensureBuilt();
const { main } = await builtProgram('deploy/backup', 'main');
process.exitCode = await main(command, rest);
