import fs from 'node:fs';
import type { AxeResults, Result } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run(place: string, options: object): Promise<AxeResults> };

/** Once everything that moves in has arrived: half faded in, words are paler than anybody reads them. */
async function atRest(): Promise<void> {
  const ends = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished);
  await Promise.allSettled(ends);
}

/** Findings of axe in a part of the page, as text. */
export async function axeFindings(
  page: Page,
  place = 'html',
  { impacts }: { impacts?: Result['impact'][] } = {},
): Promise<string[]> {
  // The page's own policy refuses foreign scripts, so axe runs from the test's side.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.evaluate(atRest);
  const { violations } = await page.evaluate(
    (where) =>
      (globalThis as unknown as { axe: Axe }).axe.run(where, { resultTypes: ['violations'] }),
    place,
  );
  return violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
