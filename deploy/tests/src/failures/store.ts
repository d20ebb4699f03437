import { answerHttp, beSilent, beSlow, refuse, type Fault } from './faulty-line';
import { valueOf } from './metrics';
import type { Scene } from './scene';
import { expectClearAnswers, failedTimes, note, statusesOf } from './answers';

/** Store failures. User uploads wait as long as the store does. */
const FAILURES: readonly [string, Fault][] = [
  ['is down', refuse],
  ['says 503', answerHttp('503 Service Unavailable')],
  ['is slow', beSlow(6_000)],
  ['never answers', beSilent],
];

export function storeFailures(scene: () => Scene): void {
  it.each(FAILURES)(
    'goes on without files while the store %s',
    async (name, fault) => {
      const { product, memory, visitor, storeLine } = scene();
      memory.during = `store ${name}`;
      await scene().begin();
      const document = await visitor.makeDocument();
      const finishUpload = await visitor.uploadFile();
      storeLine.fail(fault);
      const seen = await scene().watch((all) => all.filter(isUpload).length >= 2);
      const unfinished = await finishUpload();
      await visitor.delete(document);
      // The slow store eventually responds to a probe, and accepts removals.
      if (name !== 'is slow') {
        await scene().untilUnready('document.object store');
        await scene().untilMeasured(
          (samples) =>
            (valueOf(samples, 'queue_jobs', { queue: 'document-objects', state: 'delayed' }) ?? 0) >
            0,
        );
      }
      if (name !== 'is slow') expect(await scene().holdsObject(document.s3_key)).toBe(true);
      storeLine.mend();
      const began = performance.now();
      await product.untilReady();
      await scene().until('everything works', () => scene().worksAgain());
      note(`store ${name}, all well again after`, began);
      await scene().until(
        'the object is removed',
        async () => !(await scene().holdsObject(document.s3_key)),
      );
      note(`store ${name}, deleted object gone after`, began);
      expectClearAnswers(`store ${name}`, [...seen, unfinished], { storeMayBeGone: true });
      expect(unfinished).toMatchObject({ status: 503, words: expect.stringContaining('storage') });
      expect(await finishUpload()).toMatchObject({ status: 201 });
      expect(statusesOf(seen, 'campaigns', 'documents', 'account', 'home page')).toEqual([200]);
      expect(statusesOf(seen, 'contact', 'subscribing')).toEqual([201]);
      if (name !== 'is slow') expect(failedTimes(seen, 'upload')).toBeGreaterThan(0);
      await scene().rest();
    },
    600_000,
  );
}

const isUpload = ({ action }: { action: string }): boolean => action === 'upload';
