import fs from 'node:fs/promises';
import { sleep } from '@tomekeeper/cli-kit';
import { Product } from '../product/product';
import { Memory } from './memory';
import { PeopleAtWork } from './people-at-work';
import { Results } from './results';
import { lookAround } from './what-is-there';

/** Run with `npm run test:long -- kills`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 10);
/** No round starts after so many minutes. */
const MINUTES = Number(process.env['MINUTES'] ?? 600);
/** Comma-separated process names; all processes by default. */
const ONLY = process.env['PARTS']?.split(',');
/** Number of interrupted first starts. */
const CUTS = 4;

/**
 * Kills every process of a running product repeatedly while users work with it: acknowledged changes persist, and
 * partial changes are never visible.
 */
describe('a product whose processes are killed', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({ cuts: CUTS });
  }, 1_800_000);
  afterAll(() => product?.remove(), 120_000);

  it('loses nothing that it acknowledged, and shows nothing half done', async () => {
    const memory = new Memory();
    const results = new Results();
    const work = await PeopleAtWork.gather(product, memory);
    work.begin();
    const end = Date.now() + MINUTES * 60_000;
    for (let round = 1; round <= ROUNDS && Date.now() < end; round += 1) {
      for (const part of ONLY ?? (await product.parts())) {
        memory.during = part;
        await sleep(Math.random() * 2000);
        results.recovered(part, await product.kill(part));
        await sleep(Math.random() * 1000);
      }
      process.stderr.write(`round ${round}: ${memory.acknowledged.length} acknowledged so far\n`);
    }
    await work.rest();
    const findings = await lookAround(product, memory);

    const table = results.table(memory, findings);
    process.stderr.write(`${table}\n${memory.broken.join('\n')}\n`);
    if (process.env['REPORT']) await fs.writeFile(process.env['REPORT'], table);
    expect(memory.broken).toEqual([]);
    expect(findings.lost).toEqual([]);
    expect(results.partsWithoutWork(memory)).toEqual([]);
    // The launcher must print messages, never stack traces.
    expect(product.everythingSaid).not.toMatch(/^\s+at /m);
  }, 36_000_000);
});
