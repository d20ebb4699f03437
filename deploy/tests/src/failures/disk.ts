import type { Client } from 'pg';
import type { Scene } from './scene';
import { expectClearAnswers, failedTimes, note, statusesOf } from './answers';
import { holds } from './metrics';
import type { Volume } from './volume';

/** PostgreSQL preallocates WAL; it stops only when that is used up. */
async function useUpLog(client: Client): Promise<void> {
  const megabyte = `SELECT pg_logical_emit_message(true, 'full', repeat('x', 1000000))`;
  for (let isLeft = true; isLeft;)
    isLeft = await client.query(megabyte).then(
      () => true,
      () => false,
    );
}

export function diskFailures(scene: () => Scene, volume: Volume | undefined): void {
  (volume ? it : it.skip)(
    'returns error messages while the disk is full, and recovers when space is available (needs a mount)',
    async () => {
      const { product, memory } = scene();
      memory.during = 'full disk';
      await scene().begin();
      // A database with a full disk accepts no new connections.
      const admin = await scene().connect();
      volume?.fill();
      const seen = await scene().watch((all) => failedTimes(all, 'upload') >= 5);
      await useUpLog(admin);
      seen.push(...(await scene().watch((all) => failedTimes(all, 'campaigns') >= 5)));
      await scene().untilMeasured((samples) => holds('DatabaseAway', samples));
      volume?.empty();
      const began = performance.now();
      await product.untilReady();
      await scene().until('everything works', () => scene().worksAgain());
      note('full disk, all well again after there was room', began);
      expectClearAnswers('full disk', seen);
      expect(statusesOf(seen, 'home page')).toEqual([200]);
      await scene().rest();
      expect(await scene().halfUploads()).toEqual([]);
    },
    900_000,
  );
}
