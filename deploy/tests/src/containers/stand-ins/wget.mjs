#!/usr/bin/env node
// The subset of wget that the store's health check uses. The store of `npm start` has no such page, so any response
// below 500 counts as healthy.
const answer = await fetch(process.argv.at(-1)).catch(() => undefined);
process.exit(answer !== undefined && answer.status < 500 ? 0 : 1);
