import { MAIL_SEAL_PURPOSE } from '@tomekeeper/contracts-mailing';
import { Keyring } from '@tomekeeper/service-kit';
import { inbox, settles } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { deliverStoredMail, StoredMails } from '../src/mails/stored-mails';
import { address } from './mail-requests';
import { SEAL_KEYS, startMailing, type MailingApp } from './mailing-app';

let mailing: MailingApp;
beforeAll(async () => {
  mailing = await startMailing();
});
afterAll(() => mailing.stop());

/** As a process of the release before stores a mail. */
async function store(to: string, status: string, sendingFor = '0 seconds'): Promise<string> {
  const id = randomUUID();
  const request = { template: 'confirm-sign-up', to, first_name: 'Ada', code: '123456' };
  const sealed = Keyring.parse(SEAL_KEYS).seal(JSON.stringify(request), MAIL_SEAL_PURPOSE);
  await mailing.query(
    `INSERT INTO mail (id, status, sealed, sending_since, finished_at)
     VALUES ($1, $2, $3, CASE WHEN $2 = 'sending' THEN now() - $4::interval END,
             CASE WHEN $2 = 'failed' THEN now() END)`,
    [id, status, sealed, sendingFor],
  );
  return id;
}

const addJob = (mailId: string) =>
  mailing.queues.add(
    deliverStoredMail.queue,
    deliverStoredMail.name,
    { mail_id: mailId },
    deliverStoredMail,
  );
const delivery = async (mailId: string) =>
  (await mailing.deliveries()).find(({ mail_id }) => mail_id === mailId);
const storedMails = () => mailing.query<{ id: string }>('SELECT id FROM mail');

it.each([
  ['waiting', 0],
  // Tried again by an operator.
  ['failed', 0],
  // Its worker died: the mail server may have it.
  ['sending', 1],
])('sends a mail that the release before left %s, once and under its id', async (status, times) => {
  const to = address();
  const id = await store(to, status, '1 hour');
  await addJob(id);
  await addJob(id);
  const mail = await inbox().latest(to);
  expect(mail.headers['message-id']).toContain(id);
  await settles(async () => {
    expect(await delivery(id)).toMatchObject({ uncertain: times, sent_at: expect.any(Date) });
    expect(await mailing.queues.queue(deliverStoredMail.queue).getJobCounts()).toMatchObject({
      active: 0,
      waiting: 0,
    });
  });
  expect(await inbox().to(to)).toHaveLength(1);
  expect(await storedMails()).toEqual([]);
});

it('leaves a mail to the worker of the release before that is sending it', async () => {
  const to = address();
  const id = await store(to, 'sending');
  await expect(mailing.app.get(StoredMails).move({ mail_id: id })).rejects.toThrow('claimed');
  expect(await storedMails()).toEqual([{ id }]);
  await mailing.query('DELETE FROM mail');
});

it('erases failed mails of the release before to a deleted address, and nobody else’s', async () => {
  const [leaver, stayer] = [address(), address()];
  await store(leaver, 'failed');
  const kept = await store(stayer, 'failed');
  await mailing.publishAddressDeleted(leaver);
  await settles(async () => expect(await storedMails()).toEqual([{ id: kept }]));
});
