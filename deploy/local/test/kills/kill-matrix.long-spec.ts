import { sleep } from '../../src/processes';
import { PeopleAtWork } from './people-at-work';
import { ProductUnderFire } from './product-under-fire';
import { lookAround } from './what-is-there';

/** Runs by `npm run test:long -- kills`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 10);
/** Single parts, separated by commas, instead of all. */
const ONLY = process.env['PARTS']?.split(',');

/**
 * Every process of a running product is killed, in turn and again and again, while people work with it:
 * what they were told is done stays done, and nothing half done is ever shown.
 */
describe('a product whose processes are killed', () => {
  let product: ProductUnderFire;
  beforeAll(async () => {
    product = await ProductUnderFire.start();
  }, 600_000);
  afterAll(() => product?.stop(), 120_000);

  it('loses nothing that it acknowledged, and shows nothing half done', async () => {
    const work = await PeopleAtWork.gather(product);
    const slowest = new Map<string, number>();
    work.begin();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const part of ONLY ?? (await product.parts())) {
        work.during = part;
        await sleep(Math.random() * 2000);
        const back = await product.kill(part);
        slowest.set(part, Math.max(slowest.get(part) ?? 0, back));
        await sleep(Math.random() * 1000);
      }
    await work.rest();
    const found = await lookAround(product, work);

    const count = (list: readonly { during: string }[], part: string) =>
      list.filter(({ during }) => during === part).length;
    const rows = [...slowest].map(([part, ms]) => [
      part,
      String(ROUNDS),
      String(count(work.acknowledged, part)),
      String(count(found.lost, part)),
      `${(ms / 1000).toFixed(1)} s`,
    ]);
    process.stderr.write(
      `${table([['part killed', 'rounds', 'acknowledged', 'lost', 'slowest recovery'], ...rows])}\n` +
        `${work.acknowledged.length} acknowledged, ${work.refused} refused meanwhile; ` +
        `${found.repeatedMails} mails came twice, ${found.uncertainMails} counted as uncertain\n`,
    );
    expect(found.broken).toEqual([]);
    expect(found.lost).toEqual([]);
    expect(rows.every(([, , acknowledged]) => acknowledged !== '0')).toBe(true);
  }, 36_000_000);
});

function table(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(17))).join(''))
    .join('\n');
}
