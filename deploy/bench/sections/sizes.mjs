import fs from 'node:fs/promises';
import path from 'node:path';
import { readBudget, scriptsGzip } from '@tomekeeper/tooling/src/size-budget.mjs';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';

const APPS = path.join(WORKSPACE, 'apps');

/**
 * Sizes of all front-end parts, with their build budgets.
 * @returns {Promise<string>}
 */
export async function measure() {
  const rows = [];
  for (const name of (await fs.readdir(APPS)).sort()) {
    const project = path.join(APPS, name);
    const budget = await readBudget(project);
    if (budget === undefined) continue;
    const size = await scriptsGzip(path.join(project, 'dist'));
    const share = `${((size / budget) * 100).toFixed(0)} %`;
    rows.push(`| ${name} | ${size} | ${budget} | ${share} |`);
  }
  return [
    '## Sizes',
    '',
    'All scripts of a build, each compressed by gzip alone as it travels: more than any one page loads. A build over its',
    'budget (`size-budget.json`) fails. What the landing page loads of them stands in its own section.',
    '',
    '| Part | Bytes gzipped | Budget | Used |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}
