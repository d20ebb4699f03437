import fs from 'node:fs';
import path from 'node:path';
import { measuredOn } from './measured-on.mjs';
import { ROOT } from './test-run.mjs';

const PAGE = path.join(ROOT, 'deploy/docs/mutation.md');

const WRITTEN = 'Written by `npm run test:long -- mutation --write`.';

const ABOUT = `The rules of each service are changed, one change at a time, and the unit spec beside each runs: a spec that
stays green has not noticed. [Which files](../tests/src/mutation/rules.ts) these are, and why. What queries decide is not in
it: integration specs, the matrix of permissions and the differential test of spoilers hold that. The score is killed / all;
a change that no test runs through counts as not killed. The run fails on a change that nobody has looked at, and on an
explanation that is out of date ([explanations](../tests/src/mutation/accepted.ts)). Stryker is installed for the run into a
folder that goes with it: the product does not depend on it.`;

/**
 * Keeps what the mutation run found.
 * @param {string} tables
 */
export async function writeMutationReport(tables) {
  const page = `# Mutation\n\n${WRITTEN}\n${measuredOn()}\n\n${ABOUT}\n\n${tables}\n`;
  // Not before all is installed.
  const { format, resolveConfig } = await import('prettier');
  const style = { ...(await resolveConfig(PAGE)), filepath: PAGE };
  fs.writeFileSync(PAGE, await format(page, style));
  console.log(`Written to ${path.relative(process.cwd(), PAGE)}.`);
}
