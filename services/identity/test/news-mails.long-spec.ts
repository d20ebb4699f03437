import { randomUUID } from 'node:crypto';
import { newsMailDue } from '@tomekeeper/contracts-document';
import { eventQueue, Queues } from '@tomekeeper/jobs';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import { PASSWORD, runningIdentity } from './running-identity';

const identity = runningIdentity();

const campaign_id = randomUUID();
const token = randomUUID();
const hear = (person_id: string) =>
  identity.app
    .get(Queues)
    .add(
      eventQueue('identity'),
      newsMailDue.name,
      { person_id, campaign_id, token },
      { attempts: 5, backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 } },
      { jobId: randomUUID() },
    );

it('mails the links of a campaign with news to the address of the account', async () => {
  const { id, email } = await confirmedPerson(identity);
  await hear(id);
  expect(await identity.mail('campaign-news', email)).toEqual({
    template: 'campaign-news',
    to: email,
    first_name: 'Mara',
    open_path: `/campaigns/${campaign_id}`,
    stop_path: `/news-mail/stop?token=${token}`,
    one_click_path: `/api/documents/news/mail/stop/?token=${token}`,
  });
});

it('mails nothing to deleted, disabled and unconfirmed accounts', async () => {
  const deleted = await signedInPerson(identity);
  await identity.call('DeleteUser', { AccessToken: deleted.AccessToken });
  const disabled = await confirmedPerson(identity);
  await identity.sql('UPDATE pool_user SET enabled = false WHERE id = $1', [disabled.id]);
  const unconfirmed = newEmail();
  const { body } = await identity.signUp(unconfirmed, PASSWORD);
  // Changed at a managed pool, and not verified there.
  const unverified = await confirmedPerson(identity);
  await identity.sql('UPDATE pool_user SET email_verified = false WHERE id = $1', [unverified.id]);
  for (const id of [deleted.id, disabled.id, String(body['UserSub']), unverified.id, randomUUID()])
    await hear(id);
  // The queue delivers in order.
  const last = await confirmedPerson(identity);
  await hear(last.id);
  await identity.mail('campaign-news', last.email);
  for (const email of [deleted.email, disabled.email, unconfirmed, unverified.email])
    expect(identity.mailsTo(email).map(({ template }) => template)).not.toContain('campaign-news');
});
