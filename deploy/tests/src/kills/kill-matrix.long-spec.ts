import fs from 'node:fs/promises';
import { sleep } from '@tomekeeper/program-kit';
import { Product } from '../product/product';
import { Memory } from './memory';
import { PeopleAtWork } from './people-at-work';
import { Results } from './results';
import { lookAround } from './what-is-there';

/** Runs by `npm run test:long -- kills`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 10);
/** No further round begins after so many minutes. */
const MINUTES = Number(process.env['MINUTES'] ?? 600);
/** Single parts, separated by commas, instead of all. */
const ONLY = process.env['PARTS']?.split(',');
/** How often the first start of all is cut off. */
const CUTS = 4;

/**
 * Every process of a running product is killed, in turn and again and again, while people work with it:
 * what the product acknowledged stays done, and nothing half done is ever shown.
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
    // Whatever the launcher has to tell, it tells in sentences.
    expect(product.everythingSaid).not.toMatch(/^\s+at /m);
  }, 36_000_000);
});
