#!/usr/bin/env node
// What the health check of the store uses of wget. The store of `npm start` has no such page: any answer of
// its own is a sign of life.
const answer = await fetch(process.argv.at(-1)).catch(() => undefined);
process.exit(answer !== undefined && answer.status < 500 ? 0 : 1);
