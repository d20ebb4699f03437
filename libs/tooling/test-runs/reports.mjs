// Reports in deploy/docs with the results of long tests.
import fs from 'node:fs';
import path from 'node:path';
import { measuredOn } from './measured-on.mjs';
import { ROOT } from './test-run.mjs';

const ABOUT = {
  kills: `Users create campaigns, add players, upload, delete, sign up, subscribe and send messages, while each process gets
\`kill -9\`; every worker is a separate process. "Acknowledged" counts successful responses during the kill and the
recovery. "Lost" counts acknowledged data that is missing at the end, down to the last byte of each file. A GM and a
player read meanwhile: an incomplete row, a truncated file, the return of deleted content or a spoiler fails the run.
"launcher" is \`npm start\`, restarted by hand; "starting launcher" is killed a second time during that start. The first
start of the product was interrupted four times before. A process has recovered when it runs and \`/readyz\` is ready.`,
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
  const { formatText } = await import('../src/format-text.mjs');
  fs.writeFileSync(file, await formatText(file, page));
  console.log(`Written to ${path.relative(process.cwd(), file)}.`);
}
