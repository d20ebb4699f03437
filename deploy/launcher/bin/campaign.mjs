#!/usr/bin/env node
// `npm run campaign -- <command>`: exports and imports campaigns of the installation in DATA_DIR, for operators.
// In a deployment run `node dist/operator.js <command>` in the service's container.
import { createRequire } from 'node:module';
import { ensureBuilt, ensureInstalled } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)('../dist/campaign.main.js');
