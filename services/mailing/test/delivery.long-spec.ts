import { MAIL_SEAL_PURPOSE, mailRequested, type MailRequest } from '@tomekeeper/contracts-mailing';
import {
  codeIn,
  describeOnEveryQueue,
  eventually,
  inbox,
  linksIn,
  settles,
  startSwitchableLink,
  testEnvironment,
} from '@tomekeeper/testing';
import { Keyring } from '@tomekeeper/service-kit';
import { openRequest, sendMail } from '../src/mails/mail-delivery';
import { address, signUp } from './mail-requests';
import { PUBLIC_URL, SEAL_KEYS, startMailing, type MailingApp } from './mailing-app';
import { startSmallSmtp } from './small-smtp';

const STAMP = { at: '2026-11-22T10:17:00.000Z', client: 'Firefox on Linux' };
const DELETION = { reference: '0b1e', ...STAMP };

const sealed = (request: MailRequest) =>
  Keyring.parse(SEAL_KEYS).seal(JSON.stringify(request), MAIL_SEAL_PURPOSE);

describeOnEveryQueue('delivering mails', (queueUrl) => {
  let mailing: MailingApp;
  beforeAll(async () => {
    mailing = await startMailing({ queueUrl });
  });
  afterAll(() => mailing.stop());

  it('brings a requested mail to its inbox, with a code that the text part shows too', async () => {
    const to = address();
    await mailing.request(signUp(to));
    const mail = await inbox().latest(to);
    expect(codeIn(mail)).toBe('123456');
    expect(mail.html).toContain('123456');
    expect(mail.text).toContain('Hello Ada,');
    expect(mail.from).toEqual([
      expect.objectContaining({ address: 'no-reply@tomekeeper.example' }),
    ]);
  });

  it('erases recipient and content immediately after delivery', async () => {
    const to = address();
    await mailing.request(signUp(to));
    await inbox().latest(to);
    await settles(async () => expect(await mailing.openMails()).toEqual([]));
    expect(await mailing.query('SELECT FROM outbox')).toEqual([]);
    expect((await mailing.deliveries()).at(-1)).toEqual({
      mail_id: expect.any(String),
      template: 'confirm-sign-up',
      started_at: expect.any(Date),
      sending_since: null,
      sent_at: expect.any(Date),
      uncertain: 0,
    });
  });

  it('sends one mail for a job that is added again after it was done', async () => {
    const to = address();
    await mailing.request(signUp(to));
    await inbox().latest(to);
    await settles(async () => expect(await mailing.openMails()).toEqual([]));
    const mail = (await mailing.deliveries()).at(-1);
    const payload = { sealed: sealed(signUp(to)) };
    await mailing.queues.add(sendMail.queue, sendMail.name, payload, sendMail, {
      jobId: mail?.mail_id ?? '',
    });
    await settles(async () => expect(await mailing.openMails()).toEqual([]));
    expect(await inbox().to(to)).toHaveLength(1);
  });

  it('sends one mail for an event that comes twice', async () => {
    const to = address();
    const eventId = await mailing.request(signUp(to));
    await inbox().latest(to);
    await mailing.request(signUp(to), { eventId });
    await eventually(async () => {
      const counts = await mailing.queues.queue('events-mailing').getJobCounts();
      return Object.values(counts).every((count) => count === 0) ? true : undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await inbox().to(to)).toHaveLength(1);
  });

  it('puts a request that it can not open into the failed set, with the reason', async () => {
    const other = `1:${Buffer.alloc(32, 7).toString('base64')}`;
    await mailing.request(signUp(address()), { keys: other });
    await settles(async () =>
      expect(await mailing.openMails()).toEqual([
        {
          id: expect.any(String),
          state: 'failed',
          attempts: 1,
          reason: expect.stringContaining('can not be opened'),
        },
      ]),
    );
    const [job] = await mailing.queues.queue(sendMail.queue).getFailed();
    expect(job?.data.payload.sealed).toEqual(expect.any(String));
  });
});

describeOnEveryQueue('a mail server with troubles', (queueUrl) => {
  it('gets every mail once it is back', async () => {
    const link = await startSwitchableLink(testEnvironment().TEST_SMTP_URL);
    const mailing = await startMailing({ smtpUrl: link.url, queueUrl });
    link.cut();
    const to = [address(), address(), address()];
    for (const one of to) await mailing.request(signUp(one));
    await eventually(async () => {
      const tried = (await mailing.openMails()).filter(({ attempts }) => attempts > 0);
      return tried.length === 3 ? true : undefined;
    });
    const ready = await mailing.app.inject('/health/ready');
    expect(ready.json()).toMatchObject({ ready: true, parts: { smtp: 'unavailable' } });
    link.mend();
    for (const one of to) await inbox().latest(one, undefined, { timeout: 20_000 });
    for (const one of to) expect(await inbox().to(one)).toHaveLength(1);
    await mailing.stop();
    await link.stop();
  });

  it('is tried again when it is busy, and not when it knows no such recipient', async () => {
    const smtp = await startSmallSmtp();
    const mailing = await startMailing({ smtpUrl: smtp.url, queueUrl });
    smtp.mode = 'busy';
    await mailing.request(signUp(address()));
    await eventually(async () => (await mailing.openMails()).find(({ attempts }) => attempts >= 2));
    smtp.mode = 'normal';
    await eventually(async () => (await mailing.deliveries()).find(({ sent_at }) => sent_at));
    smtp.mode = 'refusing';
    await mailing.request(signUp(address()));
    const refused = await eventually(async () =>
      // A job may fail between the two questions about it, and then has no attempt yet.
      (await mailing.openMails()).find(({ state, attempts }) => state === 'failed' && attempts > 0),
    );
    expect(refused).toMatchObject({ attempts: 1 });
    expect(refused.reason).toContain('550');
    expect(refused.reason).not.toContain('@');
    expect((await mailing.deliveries()).map(({ uncertain }) => uncertain)).toEqual([0, 0]);
    expect(smtp.received).toHaveLength(1);
    await mailing.stop();
    await smtp.stop();
  });

  it('gets a refused mail when an operator has it tried again: once, and told without its recipient', async () => {
    const smtp = await startSmallSmtp();
    const mailing = await startMailing({ smtpUrl: smtp.url, queueUrl });
    const ada = await mailing.identity.join('Ada');
    const token = await mailing.identity.token(ada, { 'cognito:groups': ['operators'] });
    const base = '/api/operations/mailing/queues/mailing-send';
    smtp.mode = 'refusing';
    await mailing.request(signUp(address()));
    const [job] = await eventually(async () => {
      const { body } = await mailing.callAs('GET', `${base}/failed/`, { token });
      return body?.jobs?.length ? body.jobs : undefined;
    });
    expect(job).toMatchObject({ name: 'send-mail', attempts: 1 });
    expect(job.reason).toContain('550');
    expect(job.reason).not.toContain('@');

    smtp.mode = 'normal';
    const press = () => mailing.callAs('POST', `${base}/failed/${job.id}/retry/`, { token });
    const presses = await Promise.all([press(), press()]);
    expect(presses.map(({ status }) => status).sort()).toEqual([204, 404]);
    await eventually(async () => (await mailing.deliveries()).find(({ sent_at }) => sent_at));
    expect((await press()).status).toBe(404);
    expect(smtp.received).toHaveLength(1);
    await mailing.stop();
    await smtp.stop();
  });

  it('deletes failed mails to deleted accounts, including the last one', async () => {
    const smtp = await startSmallSmtp();
    const mailing = await startMailing({ smtpUrl: smtp.url, queueUrl });
    smtp.mode = 'refusing';
    const [leaver, stayer] = [address(), address()];
    for (const to of [leaver, stayer]) await mailing.request(signUp(to));
    const failed = async () =>
      (await mailing.openMails()).filter(({ state }) => state === 'failed');
    await settles(async () => expect(await failed()).toHaveLength(2));
    await mailing.publishAddressDeleted(leaver);
    await mailing.request({ template: 'account-deleted', to: leaver, first_name: '', ...DELETION });
    // That mail fails too, and only the other user's mail remains.
    await settles(async () => {
      expect((await mailing.deliveries()).map(({ template }) => template)).toContain(
        'account-deleted',
      );
      expect(await mailing.openMails()).toHaveLength(1);
    });
    const [left] = await mailing.queues.queue(sendMail.queue).getFailed();
    expect(openRequest(left?.data.payload.sealed, Keyring.parse(SEAL_KEYS))?.to).toBe(stayer);
    await mailing.stop();
    await smtp.stop();
  });
});

describe('content of a mail', () => {
  let mailing: MailingApp;
  beforeAll(async () => {
    mailing = await startMailing();
  });
  afterAll(() => mailing.stop());

  it.each<MailRequest>([
    { template: 'reset-password', to: address(), first_name: 'Ada', code: '222222' },
    { template: 'verify-email', to: address(), first_name: '', code: '333333' },
    { template: 'password-changed', to: address(), first_name: 'Ada', ...STAMP },
    { template: 'account-deleted', to: address(), first_name: 'Ada', ...DELETION },
    { template: 'email-changed', to: address(), first_name: 'Ada', undo_path: '/undo', ...STAMP },
    { template: 'email-change-undone', to: address(), first_name: 'Ada', ...STAMP },
    {
      template: 'contact-message',
      to: address(),
      name: 'Bob',
      reply_to: 'bob@example.org',
      subject: 'Dice',
      message: 'Do you\nhave dice?',
    },
  ])('has words for $template', async (request) => {
    await mailing.request(request);
    const mail = await inbox().latest(request.to);
    expect(mail.subject).not.toBe('');
    expect(mail.html).toContain('</html>');
    for (const link of linksIn(mail)) expect(link.startsWith(PUBLIC_URL)).toBe(true);
  });

  it('prevents header injection', async () => {
    const to = address();
    await mailing.request({
      template: 'contact-message',
      to,
      name: 'Bob\r\nBcc: victim@example.org',
      reply_to: 'bob@example.org',
      subject: 'Hi\r\nBcc: victim@example.org\r\n\r\nbody',
      message: '<script>alert(1)</script>',
    });
    const mail = await inbox().latest(to);
    expect(mail.headers['bcc']).toBeUndefined();
    expect(mail.to).toHaveLength(1);
    expect(mail.subject).toContain('Hi Bcc: victim@example.org body');
    expect(mail.html).not.toContain('<script>');
  });

  it('is subscribed to the event that asks for mails', () => {
    expect(mailRequested.subscribers).toContain('mailing');
  });
});
