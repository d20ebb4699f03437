import { Product } from '../product/product';
import { SteadyLoad } from './steady-load';

/** Run with `npm run test:long -- rolling`. */

const READS = new Set(['GET']);

describe('a product of several processes under steady load', () => {
  let product: Product;
  let load: SteadyLoad;
  beforeAll(async () => {
    const environment = { REPLICAS: 'campaign=2,mailing-worker=3' };
    product = await Product.start({ environment });
    load = await SteadyLoad.begin(product);
  }, 1_200_000);
  afterAll(async () => {
    await load?.rest();
    const calls = [...load.calls].map(([method, count]) => `${count} × ${method}`).join(', ');
    process.stderr.write(`${calls}; ${load.failures.length} failed\n`);
    await product?.remove();
  }, 120_000);

  /** Returns process ids by process name. */
  const pids = async () =>
    new Map(Object.entries(await product.state()).map(([name, { pid }]) => [name, pid]));

  it.each(['campaign', 'document', 'identity', 'mailing-worker', 'search-model'])(
    'renews %s without a call that fails',
    async (name) => {
      load.during = `roll of ${name}`;
      const before = await pids();
      const began = Date.now();
      await product.command('shipping/bin/roll.mjs', name, '--as-built');
      process.stderr.write(
        `${name}: renewed within ${((Date.now() - began) / 1000).toFixed(1)} s\n`,
      );
      const after = await pids();
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [part, pid] of after) {
        const isRolled = part === name || part.startsWith(`${name}-`);
        expect([part, pid !== before.get(part)]).toEqual([part, isRolled]);
      }
      expect(load.failures).toEqual([]);
    },
    900_000,
  );

  it('reads on while one process of a service is killed, and may refuse writes', async () => {
    for (const part of ['campaign', 'campaign-2']) {
      load.during = `kill -9 of ${part}`;
      await product.kill(part);
    }
    load.during = 'nothing';
    const [reads, writes] = [true, false].map((isRead) =>
      load.failures.filter(({ method }) => READS.has(method) === isRead),
    );
    expect(reads).toEqual([]);
    for (const { outcome } of writes ?? []) expect(outcome).toMatch(/: 503 /);
  }, 900_000);

  it('has lost no acknowledged write, and sent every mail once', async () => {
    await load.rest();
    expect(await load.lost()).toEqual([]);
    const copies = async () => {
      const received = (await product.mails()).flatMap(({ to }) => to);
      return load.subscribers.map((one) => received.filter((other) => other === one).length);
    };
    await product.until('every mail has come', async () => !(await copies()).includes(0));
    process.stderr.write(`${load.subscribers.length} mails by three workers\n`);
    expect(new Set(await copies())).toEqual(new Set([1]));
  }, 600_000);
});
