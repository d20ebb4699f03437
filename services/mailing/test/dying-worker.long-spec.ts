import { describeOnEveryQueue, eventually } from '@tomekeeper/testing';
import { address, signUp } from './mail-requests';
import { startMailingProcesses, type MailingProcesses } from './mailing-processes';

describeOnEveryQueue('a worker that dies', (queueUrl) => {
  let processes: MailingProcesses | undefined;
  afterEach(() => processes?.stop());

  it('loses no mail; one cut off in SMTP’s blind spot goes out again as the same, and counts', async () => {
    processes = await startMailingProcesses({ queueUrl });
    const { mailing, smtp } = processes;
    smtp.mode = 'silent';
    processes.startWorker();
    await mailing.request(signUp(address()));
    await eventually(() => smtp.received[0], { timeout: 80_000 });
    processes.killWorker();
    // A mail that no worker had begun is sent by the next one.
    await mailing.request(signUp(address()));
    smtp.mode = 'normal';
    processes.startWorker();
    await eventually(
      async () => {
        const sent = (await mailing.deliveries()).filter(({ sent_at }) => sent_at);
        return sent.length === 2 ? sent : undefined;
      },
      { timeout: 150_000, every: 500 },
    );
    const ids = smtp.received.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1]);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
    const deliveries = await mailing.deliveries();
    expect(deliveries.map(({ uncertain }) => uncertain)).toEqual([1, 0]);
  }, 270_000);
});
