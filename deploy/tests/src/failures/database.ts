import { holds } from './metrics';
import type { Scene } from './scene';
import { expectClearAnswers, failedTimes, note, statusesOf } from './answers';

export function databaseFailures(scene: () => Scene): void {
  it('returns error messages while the database restarts, and recovers', async () => {
    const { product, memory } = scene();
    memory.during = 'database restart';
    await scene().begin();
    await product.control('stop', 'postgres');
    const seen = await scene().watch((all) => failedTimes(all, 'campaigns') >= 5);
    await scene().untilUnready('campaign.database');
    await scene().untilMeasured((samples) => holds('DatabaseAway', samples));
    const began = performance.now();
    await product.control('start', 'postgres');
    await product.untilReady();
    note('database restart, all well again after', began);
    expectClearAnswers('database restart', seen);
    expect(statusesOf(seen, 'home page')).toEqual([200]);
    await scene().until('everything works', () => scene().worksAgain());
    await scene().untilMeasured(async (samples) => !(await holds('DatabaseAway', samples)));
  }, 600_000);

  it('answers in words while the database has no connection left', async () => {
    const { product, memory } = scene();
    memory.during = 'no connections';
    await limitConnections(product, 0);
    try {
      const seen = await scene().watch((all) => failedTimes(all, 'campaigns') >= 5);
      expectClearAnswers('no connections', seen);
      expect(statusesOf(seen, 'home page')).toEqual([200]);
      await scene().untilMeasured((samples) => holds('DatabaseAway', samples));
    } finally {
      await limitConnections(product, -1);
    }
    const began = performance.now();
    await product.untilReady();
    note('no connections, all well again after', began);
    await scene().until('everything works', () => scene().worksAgain());
  }, 600_000);

  it('answers in words while a table is locked, and other services go on', async () => {
    const { memory } = scene();
    memory.during = 'locked table';
    const locker = await scene().connect();
    await locker.query('BEGIN; LOCK TABLE campaign.campaign IN ACCESS EXCLUSIVE MODE');
    const seen = await scene().watch((all) => failedTimes(all, 'campaigns') >= 3);
    await scene().disconnect();
    expectClearAnswers('locked table', seen);
    expect(statusesOf(seen, 'contact', 'subscribing', 'account')).toEqual([201, 200]);
    await scene().until('everything works', () => scene().worksAgain());
    await scene().rest();
  }, 600_000);
}

/**
 * Limits the connections of every service, from none (0) to unlimited (-1). Existing connections are terminated,
 * because the limit applies to new ones only.
 */
async function limitConnections(product: Scene['product'], limit: number): Promise<void> {
  const ours = `LIKE 'tk_%' AND rolname <> 'tk_admin'`;
  await product.query(
    `DO $$ DECLARE role text; BEGIN
       FOR role IN SELECT rolname FROM pg_roles WHERE rolname ${ours} LOOP
         EXECUTE format('ALTER ROLE %I CONNECTION LIMIT ${limit}', role);
       END LOOP;
     END $$`,
  );
  await product.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_roles ON rolname = usename
      WHERE rolname ${ours}`,
  );
}
