import fs from 'node:fs';
import path from 'node:path';
import { measuredOn } from './measured-on.mjs';
import { ROOT } from './test-run.mjs';

const PAGE = path.join(ROOT, 'deploy/docs/kills.md');

const WRITTEN = 'Written by `npm run test:long -- kills --write`.';

const ABOUT = `People create campaigns, add players, upload, delete, sign up, subscribe and write to us, all the time, while
every process in turn gets \`kill -9\`, each worker a process of its own. "Acknowledged" counts what the product
said yes to while that part was killed or came back; "lost" is what of it could not be found in the end, down to
the last byte of each file. Meanwhile a GM and a player look at whatever is shown: a row without all of its
fields, a file cut short, a deleted thing that comes back or a spoiler in a player's list would fail the run.
"launcher" is \`npm start\` itself, started again by hand; "starting launcher" is killed, started, killed again
somewhere in its start, and started once more. The product's very first start was cut off four times before.
A part counts as recovered when it runs and \`/readyz\` says that every part answers.`;

/**
 * Keeps what the kill matrix found.
 * @param {string} table
 */
export function writeKillReport(table) {
  fs.writeFileSync(PAGE, `# Kills\n\n${WRITTEN}\n${measuredOn()}\n\n${ABOUT}\n\n${table}\n`);
  console.log(`Written to ${path.relative(process.cwd(), PAGE)}.`);
}
