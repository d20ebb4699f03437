import fs from 'node:fs/promises';
import { RULES } from './rules';
import { outdated, tables, unexplained, type Score } from './scores';
import { Stryker } from './stryker';

/** Runs by `npm run test:long -- mutation`; `PROJECTS=services/contact,…` takes some only. */
const ONLY = process.env['PROJECTS']?.split(',');
const chosen = RULES.filter(({ project }) => ONLY?.includes(project) ?? true);

describe('changes of the rules', () => {
  const scores: Score[] = [];
  let stryker: Stryker;
  beforeAll(async () => {
    stryker = await Stryker.install();
  }, 600_000);
  afterAll(async () => {
    const found = tables(scores);
    process.stderr.write(`${found}\n`);
    if (process.env['REPORT']) await fs.writeFile(process.env['REPORT'], found);
    await stryker?.remove();
  });

  it.each(chosen)(
    'of $project are noticed, or known and explained',
    async (rules) => {
      const score = { rules, mutants: await stryker.run(rules) };
      scores.push(score);
      expect(score.mutants.length).toBeGreaterThan(0);
      expect(unexplained(score)).toEqual([]);
      expect(outdated(score)).toEqual([]);
    },
    7_200_000,
  );
});
