#!/usr/bin/env node
// `npm run identity -- <command>`: accounts and keys, for whoever runs the installation. It works on the
// installation in DATA_DIR. In a deployment run `node dist/operator.js <command>` beside the service.
import { createRequire } from 'node:module';
import { ensureBuilt, ensureInstalled } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

await ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)('../dist/identity.main.js');
