import { describeWithRedis, eventually, startRedis, type TestRedis } from '@tomekeeper/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { MailingApp } from './mailing-app';
import { startMailingProcesses, type MailingProcesses } from './mailing-processes';
import type { SmallSmtp } from './small-smtp';

/** Runs by `npm run test:long -- storm`: too long for every test run. */
const SUBSCRIPTIONS = Number(process.env['SUBSCRIPTIONS'] ?? 1000);
/** `redis` puts the queues there, and kills it too. */
const ON_REDIS = process.env['QUEUES'] === 'redis';
const SUBSCRIPTIONS_A_TROUBLE = 40;
const TROUBLES = Math.max(2, Math.round(SUBSCRIPTIONS / SUBSCRIPTIONS_A_TROUBLE));
const PATIENTLY = { timeout: 300_000, every: 50 };

/** Faults of the mail server; `silent` accepts mails without confirming them, the case that SMTP can't detect. */
const WEATHERS = ['silent', 'busy', 'down', 'normal'] as const;

/**
 * Subscriptions while workers are killed and the mail server stops and starts at random: one mail each,
 * and a second only where a delivery was cut off in SMTP's blind spot, which is counted.
 */
(ON_REDIS ? describeWithRedis : describe)('the mailing list in a storm', () => {
  let redis: TestRedis | undefined;
  let processes: MailingProcesses | undefined;
  afterEach(async () => {
    await processes?.stop();
    await redis?.stop();
  });

  it('loses no mail and repeats none without knowing', async () => {
    redis = ON_REDIS ? await startRedis() : undefined;
    const url = redis?.freshUrl();
    processes = await startMailingProcesses(url === undefined ? {} : { queueUrl: () => url });
    const { mailing, smtp } = processes;
    processes.startWorker();
    const befallen = new Map<string, number>();
    for (let trouble = 0; trouble < TROUBLES; trouble++) {
      const before = smtp.received.length;
      const from = Math.round((trouble * SUBSCRIPTIONS) / TROUBLES);
      const to = Math.round(((trouble + 1) * SUBSCRIPTIONS) / TROUBLES);
      const subscribing = subscribe(mailing, from, to);
      // In the midst of these mails, or as soon as the first worker is there.
      await eventually(() => (smtp.received.length > before + 2 ? true : undefined), PATIENTLY);
      const weather = oneOf(WEATHERS);
      befallen.set(weather, (befallen.get(weather) ?? 0) + 1);
      await change(smtp, weather);
      await pause(Math.random() * 300);
      processes.killWorker();
      await redis?.kill();
      processes.startWorker();
      await pause(Math.random() * 3000);
      await redis?.start();
      await change(smtp, 'normal');
      await subscribing;
    }
    const deliveries = await eventually(async () => {
      const sent = (await mailing.deliveries()).filter(({ sent_at }) => sent_at);
      return sent.length === SUBSCRIPTIONS ? sent : undefined;
    }, PATIENTLY);
    const copiesOf = (id: string) =>
      smtp.received.filter((mail) => mail.includes(`<${id}@`)).length;
    for (const { mail_id: id, uncertain } of deliveries)
      expect({ id, repeats: Math.max(0, copiesOf(id) - 1 - uncertain) }).toEqual({
        id,
        repeats: 0,
      });
    const recipients = smtp.received.map((mail) => /^To: <?([^>\s]+)/im.exec(mail)?.[1]);
    const repeated = recipients.length - new Set(recipients).size;
    const counted = deliveries.reduce((sum, { uncertain }) => sum + uncertain, 0);
    process.stderr.write(
      `${SUBSCRIPTIONS} subscriptions, ${TROUBLES} killed workers${ON_REDIS ? ' and Redis servers' : ''}, mail server ${JSON.stringify(Object.fromEntries(befallen))}: ` +
        `${new Set(recipients).size} verification mails, ${SUBSCRIPTIONS - new Set(recipients).size} missing, ` +
        `${repeated} repeated within SMTP's blind spot (${counted} counted as uncertain), ` +
        `${Math.max(0, repeated - counted)} repeated outside of it\n`,
    );
    expect(new Set(recipients).size).toBe(SUBSCRIPTIONS);
    expect(repeated).toBeLessThanOrEqual(counted);
  }, 1_800_000);
});

async function subscribe(mailing: MailingApp, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    const email = `visitor-${at}@example.org`;
    expect(await mailing.call('POST', '/api/subscribe/', { email })).toMatchObject({ status: 201 });
    await pause(Math.random() * 50);
  }
}

async function change(smtp: SmallSmtp, weather: (typeof WEATHERS)[number]): Promise<void> {
  if (weather === 'down') return smtp.goDown();
  smtp.mode = weather;
  await smtp.comeUp();
}

function oneOf<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[Math.floor(Math.random() * choices.length)] ?? choices[0];
}
