import { beSilent, beSlow, refuse, type Fault } from './faulty-line';
import { valueOf } from './metrics';
import type { Scene } from './scene';
import { refuseRecipients } from './smtp-faults';
import { expectClearAnswers, note } from './answers';

/** Recipients in this domain are permanently rejected. */
export const REFUSED_DOMAIN = 'refused.example';

type Failure = { readonly name: string; readonly fault: Fault; readonly isDown: boolean };
const FAILURES: readonly Failure[] = [
  { name: 'takes eight seconds for each line', fault: beSlow(8_000), isDown: false },
  { name: 'never answers', fault: beSilent, isDown: true },
  { name: 'is down', fault: refuse, isDown: true },
  { name: 'says 451', fault: refuseRecipients('451 later please'), isDown: false },
];

export function mailServerFailures(scene: () => Scene): void {
  it.each(FAILURES)(
    'keeps mails while the mail server $name',
    async ({ name, fault, isDown }) => {
      const { product, memory, visitor, mailLine } = scene();
      memory.during = `mail server ${name}`;
      await scene().begin();
      mailLine.fail(fault);
      const { address, answer } = await visitor.subscribe();
      expect(answer.status).toBe(201);
      const document = await visitor.makeDocument();
      const seen = await scene().watch(
        async (all) => all.length >= 30 && (await hasTried(scene())),
      );
      if (isDown) await scene().untilUnready('mailing.smtp');
      // Other queues do not wait for it.
      await visitor.delete(document);
      await scene().until(
        'other queues go on',
        async () => !(await scene().holdsObject(document.s3_key)),
      );
      expect(await scene().mailsTo(address)).toBe(0);
      mailLine.mend();
      const began = performance.now();
      await scene().until('the mail comes', async () => (await scene().mailsTo(address)) > 0);
      note(`mail server ${name}, mail there after`, began);
      expectClearAnswers(`mail server ${name}`, seen);
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 201]));
      await scene().rest();
      await scene().until('all mails are out', () => isEmpty(product));
      expect(await scene().mailsTo(address)).toBe(1);
    },
    600_000,
  );

  it('gives a mail up that the server will never take, and tells operators', async () => {
    const { product, memory, visitor, mailLine } = scene();
    memory.during = 'mail server says 550';
    const failed = { queue: 'mailing-send', state: 'failed' };
    const before = valueOf(await scene().measured(), 'queue_jobs', failed) ?? 0;
    mailLine.fail(refuseRecipients('550 no such mailbox'));
    expect((await visitor.subscribe(REFUSED_DOMAIN)).answer.status).toBe(201);
    const rows = async () =>
      product.query<{ failure: string; attempts: number }>(
        `SELECT failed_reason AS failure, attempts_made AS attempts FROM bullmq.job
          WHERE queue = 'mailing-send' AND state = 'failed'`,
      );
    await scene().until('the mail is abandoned', async () => (await rows()).length === 1);
    expect(await rows()).toMatchObject([{ failure: expect.stringContaining('550'), attempts: 1 }]);
    // The JobsFailed alert compares with the value an hour before.
    await scene().untilMeasured(
      (samples) => (valueOf(samples, 'queue_jobs', failed) ?? 0) > before,
    );
    mailLine.mend();
    await product.untilReady();
  }, 300_000);
}

/** Whether delivery of a mail is in progress or waits for a retry. */
async function hasTried(scene: Scene): Promise<boolean> {
  const [row] = await scene.product.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM mailing.mail_delivery WHERE sent_at IS NULL`,
  );
  return (row?.n ?? 0) > 0;
}

/** Whether the mail queue is empty. */
async function isEmpty(product: Scene['product']): Promise<boolean> {
  const [row] = await product.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM bullmq.job WHERE queue = 'mailing-send' AND state <> 'failed')::int
          + (SELECT count(*) FROM mailing.outbox)::int AS n`,
  );
  return row?.n === 0;
}
