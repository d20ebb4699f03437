// Reports in deploy/docs with the results of long tests.
import fs from 'node:fs';
import path from 'node:path';
import { measuredOn } from './measured-on.mjs';
import { ROOT } from './test-run.mjs';

const ABOUT = {
  kills: `People create campaigns, add players, upload, delete, sign up, subscribe and write to us, all the time, while
every process in turn gets \`kill -9\`, each worker a process of its own. "Acknowledged" counts what the product
said yes to while that part was killed or came back; "lost" is what of it could not be found in the end, down to
the last byte of each file. Meanwhile a GM and a player look at whatever is shown: a row without all of its
fields, a file cut short, a deleted thing that comes back or a spoiler in a player's list would fail the run.
"launcher" is \`npm start\` itself, started again by hand; "starting launcher" is killed, started, killed again
somewhere in its start, and started once more. The product's very first start was cut off four times before.
A part counts as recovered when it runs and \`/readyz\` says that every part answers.`,
};

/** Long tests that have a page. */
export const REPORTED = Object.keys(ABOUT);

/**
 * Saves the result of a long test.
 * @param {keyof typeof ABOUT} name
 * @param {string} found
 */
export async function writeReport(name, found) {
  const file = path.join(ROOT, 'deploy/docs', `${name}.md`);
  const title = name[0].toUpperCase() + name.slice(1);
  const written = `Written by \`npm run test:long -- ${name} --write\`.\n${measuredOn()}`;
  const page = `# ${title}\n\n${written}\n\n${ABOUT[name]}\n\n${found}\n`;
  // Not before all is installed.
  const { format, resolveConfig } = await import('prettier');
  const style = { ...(await resolveConfig(file)), filepath: file };
  fs.writeFileSync(file, await format(page, style));
  console.log(`Written to ${path.relative(process.cwd(), file)}.`);
}
