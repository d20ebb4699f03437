import { eventually, inbox, linksIn, settles, type ReceivedMail } from '@tomekeeper/testing';
import { SubscriptionsService } from '../src/subscriptions/subscriptions.service';
import { address } from './mail-requests';
import { PUBLIC_URL, startMailing, type MailingApp } from './mailing-app';

const VERIFIED = { status: 200, body: { detail: 'Email verified. Thank you!' } };
const INVALID = { status: 400, body: { code: 'subscription.invalid_token' } };

describe('the mailing list', () => {
  let mailing: MailingApp;
  beforeAll(async () => {
    mailing = await startMailing();
  });
  afterAll(() => mailing.stop());

  const subscribe = (email: string, name = '') =>
    mailing.call('POST', '/api/subscribe/', { email, name });
  const resend = (email: string) => mailing.call('POST', '/api/subscribe/resend/', { email });
  const verify = (token: string) => mailing.call('GET', `/api/subscribe/verify/?token=${token}`);
  const tokenIn = (mail: ReceivedMail) =>
    new URL(linksIn(mail)[0] ?? '').searchParams.get('token') ?? '';
  const status = async (email: string) =>
    (
      await mailing.query<{ status: string }>('SELECT status FROM subscriber WHERE email = $1', [
        email,
      ])
    )[0]?.status;
  /** As if the mails so far had been sent long ago. */
  const later = (email: string, interval: string) =>
    mailing.query(
      `UPDATE verification SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
        WHERE subscriber_id = (SELECT id FROM subscriber WHERE email = $1)`,
      [email, interval],
    );
  const mailsTo = (email: string, count: number) =>
    eventually(async () => {
      const mails = await inbox().to(email);
      return mails.length >= count ? mails : undefined;
    });
  /** Nothing more is under way. */
  const settled = () =>
    settles(async () => {
      expect(await mailing.query('SELECT FROM outbox')).toEqual([]);
      expect(await mailing.openMails()).toEqual([]);
    });

  it('sends a link that verifies once', async () => {
    const email = address();
    expect(await subscribe(` ${email.toUpperCase()} `, 'Ada')).toMatchObject({
      status: 201,
      body: { detail: "Thanks! You'll get an email to verify your email address." },
    });
    const mail = await inbox().latest(email);
    expect(linksIn(mail)[0]).toMatch(`${PUBLIC_URL}/verify-subscribe?token=`);
    expect(mail.text).toContain('Hello Ada,');
    // Programs that only look where links in mails lead confirm nothing.
    const look = await mailing.call('HEAD', `/api/subscribe/verify/?token=${tokenIn(mail)}`);
    expect([look.status, await status(email)]).toEqual([405, 'pending']);
    expect(await verify(tokenIn(mail))).toMatchObject(VERIFIED);
    expect(await status(email)).toBe('verified');
    expect(await verify(tokenIn(mail))).toMatchObject(INVALID);
    expect(await status(email)).toBe('verified');
  });

  it('stores tokens in a form that is useless to readers of the database', async () => {
    const email = address();
    await subscribe(email);
    const token = tokenIn(await inbox().latest(email));
    const dump = JSON.stringify(
      await mailing.query(`SELECT encode(token_hash, 'escape') AS a, encode(token_hash, 'base64') AS b
                             FROM verification`),
    );
    expect(dump).not.toContain(token);
  });

  it('lets a link work for 48 hours', async () => {
    const [inTime, email] = [address(), address()];
    for (const one of [inTime, email]) await subscribe(one);
    const [good, token] = [
      tokenIn(await inbox().latest(inTime)),
      tokenIn(await inbox().latest(email)),
    ];
    for (const one of [inTime, email]) await later(one, '47 hours 59 minutes');
    expect(await verify(good)).toMatchObject(VERIFIED);
    await later(email, '2 minutes');
    expect(await verify(token)).toMatchObject(INVALID);
    expect(await resend(email)).toMatchObject({ status: 200 });
    const mails = await mailsTo(email, 2);
    expect(await verify(tokenIn(mails[1] as ReceivedMail))).toMatchObject(VERIFIED);
  });

  it.each([['nonsense'], [''], ['x'.repeat(600)], ['%00'], ['a&token=b']])(
    'refuses the token %j',
    async (token) => {
      expect(await verify(token)).toMatchObject(INVALID);
    },
  );

  it('never tells whether an address is on the list', async () => {
    const [pending, verified, unknown] = [address(), address(), address()];
    await subscribe(pending);
    await subscribe(verified);
    await verify(tokenIn(await inbox().latest(verified)));
    for (const call of ['resend', 'unsubscribe']) {
      const answers = [];
      for (const email of [pending, verified, unknown])
        answers.push(await mailing.call('POST', `/api/subscribe/${call}/`, { email }));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
    expect(await subscribe(verified)).toEqual(await subscribe(address()));
    await settled();
    expect(await inbox().to(unknown)).toEqual([]);
  });

  it('sends an address at most one link a minute and five a day', async () => {
    const email = address();
    await subscribe(email);
    await Promise.all([subscribe(email), resend(email), resend(email)]);
    await settled();
    expect(await mailsTo(email, 1)).toHaveLength(1);
    for (let count = 2; count <= 5; count++) {
      await later(email, '61 seconds');
      await resend(email);
      expect(await mailsTo(email, count)).toHaveLength(count);
    }
    await later(email, '61 seconds');
    // Leaving and coming back is no way around it.
    await mailing.call('POST', '/api/subscribe/unsubscribe/', { email });
    await subscribe(email);
    await settled();
    expect(await inbox().to(email)).toHaveLength(5);
    await later(email, '1 day');
    await resend(email);
    expect(await mailsTo(email, 6)).toHaveLength(6);
  });

  it('lets people leave by address, and by one click in a mail program', async () => {
    const email = address();
    await subscribe(email);
    const mail = await inbox().latest(email);
    await verify(tokenIn(mail));
    const header = String(mail.headers['list-unsubscribe']);
    const oneClick = new URL(header.slice(1, -1));
    expect(oneClick.origin).toBe(PUBLIC_URL);
    expect(oneClick.pathname).toBe('/api/subscribe/one-click/');
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const click = () =>
      mailing.call('POST', oneClick.pathname + oneClick.search, 'List-Unsubscribe=One-Click');
    expect(await click()).toMatchObject({ status: 200 });
    expect(await status(email)).toBe('unsubscribed');
    expect(await click()).toMatchObject({ status: 200 });
    oneClick.search = oneClick.search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await click()).toMatchObject(INVALID);

    const other = address();
    await subscribe(other);
    const link = tokenIn(await inbox().latest(other));
    const left = await mailing.call('POST', '/api/subscribe/unsubscribe/', { email: other });
    expect(left).toMatchObject({ status: 200, body: { detail: 'You have been unsubscribed.' } });
    // An old mail does not put back who has left.
    expect(await verify(link)).toMatchObject(INVALID);
    expect(await status(other)).toBe('unsubscribed');
  });

  it.each([
    [{ email: 'nonsense' }, 'Enter a valid e-mail address.'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'An e-mail address has at most 254 characters.'],
    [{}, 'Enter a valid e-mail address.'],
    [{ email: 7 }, 'Enter a valid e-mail address.'],
  ])('says what is wrong with %j', async (body, sentence) => {
    for (const path of ['', 'resend/', 'unsubscribe/'])
      expect(await mailing.call('POST', `/api/subscribe/${path}`, body)).toMatchObject({
        status: 400,
        body: { code: 'validation', email: [sentence] },
      });
  });

  it('deletes the data of all addresses of a deleted account, and no other data', async () => {
    const [left, stays] = [address(), address()];
    for (const email of [left, stays]) await subscribe(email);
    const eventId = await mailing.publishAddressDeleted(left);
    await eventually(async () => ((await status(left)) === undefined ? true : undefined));
    // A repeated event, as after a crash, does not unsubscribe a user who subscribed again.
    await subscribe(left);
    await mailing.publishAddressDeleted(left, eventId);
    await mailing.publishAddressDeleted(address());
    await eventually(async () => {
      const counts = await mailing.queues.queue('events-mailing').getJobCounts();
      return Object.values(counts).every((count) => count === 0) ? true : undefined;
    });
    expect([await status(left), await status(stays)]).toEqual(['pending', 'pending']);
  });

  it('forgets who left and who never answered, after a while', async () => {
    const [left, silent, fresh] = [address(), address(), address()];
    for (const email of [left, silent, fresh]) await subscribe(email);
    await mailing.call('POST', '/api/subscribe/unsubscribe/', { email: left });
    await mailing.query(
      `UPDATE subscriber SET changed_at = now() - interval '3 days' WHERE email = $1`,
      [left],
    );
    await later(silent, '8 days');
    await mailing.app.get(SubscriptionsService).deleteOld();
    expect(await status(left)).toBeUndefined();
    expect(await status(silent)).toBeUndefined();
    expect(await status(fresh)).toBe('pending');
  });
});
