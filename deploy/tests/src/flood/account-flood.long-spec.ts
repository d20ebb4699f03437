import { Product } from '../product/product';
import { Bystanders } from './bystanders';
import { GreedyAccount } from './greedy-account';
import { footprint } from './sockets';

/** Run with `npm run test:long -- flood`. */

/** Alternates quiet and flood phases, so that other load on the machine affects both. */
const TURNS = 3;
const TURN_SECONDS = 20;
const MAX_RATIO = 2;
const MAX_MEBIBYTES = 450;

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

function addAll(to: Map<string, number[]>, from: ReadonlyMap<string, number[]>): void {
  for (const [kind, times] of from) to.set(kind, [...(to.get(kind) ?? []), ...times]);
}

// Process memory is read from /proc.
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('one account that asks for more than its share', () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start();
  }, 300_000);
  afterAll(() => product?.remove(), 120_000);

  onLinux(
    'slows the notes of others by a factor of two at most, in bounded memory',
    async () => {
      const account = await GreedyAccount.make(product);
      const others = await Bystanders.arrive(product);
      const [alone, beside]: [number[], number[]] = [[], []];
      let mebibytes = 0;
      const calls = { alone: new Map<string, number[]>(), beside: new Map<string, number[]>() };
      const look = setInterval(() => {
        void memory().then((now) => (mebibytes = Math.max(mebibytes, now)));
      }, 500);
      await others.rounds(5); // warms caches and prepared statements
      others.takeCalls();
      try {
        for (let turn = 0; turn < TURNS; turn++) {
          alone.push(...(await others.rounds(TURN_SECONDS)));
          addAll(calls.alone, others.takeCalls());
          account.begin();
          beside.push(...(await others.rounds(TURN_SECONDS)));
          addAll(calls.beside, others.takeCalls());
          await account.rest();
        }
      } finally {
        clearInterval(look);
        await account.rest();
      }
      const found = { alone: Math.round(median(alone)), beside: Math.round(median(beside)) };
      const answers = JSON.stringify(Object.fromEntries(account.answers));
      process.stderr.write(
        `${alone.length} rounds alone, ${found.alone} ms; ${beside.length} during the flood, ${found.beside} ms; ` +
          `${mebibytes} MiB; ${answers}\n`,
      );
      for (const [kind, times] of calls.alone) {
        const [before, now] = [median(times), median(calls.beside.get(kind) ?? [])];
        process.stderr.write(`  ${kind.padEnd(24)} ${before.toFixed(0)} → ${now.toFixed(0)} ms\n`);
      }
      expect(others.failures).toEqual([]);
      expect(account.answers.get('note 201')).toBeGreaterThan(0);
      expect(account.answers.get('editing 200')).toBeGreaterThan(0);
      expect(mebibytes).toBeGreaterThan(0);
      expect(mebibytes).toBeLessThanOrEqual(MAX_MEBIBYTES);
      expect(median(beside) / median(alone)).toBeLessThanOrEqual(MAX_RATIO);
    },
    400_000,
  );

  /** Returns the memory of the document service's API process. */
  async function memory(): Promise<number> {
    const { document } = await product.state();
    if (document?.pid === undefined) return 0;
    return (await footprint(document.pid)).mebibytes;
  }
});
