import { eventually } from '@tomekeeper/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode, INBOX, solve, startContact, type ContactApp } from './contact-app';

const MESSAGE = {
  name: 'Bob',
  email: 'Bob@Example.org',
  subject: 'Dice',
  message: 'Do you\nhave dice? <b>Really</b>',
};
const THANKS = "Thanks for reaching out! We'll get back to you shortly.";
const FAILED = 'The CAPTCHA was not accepted. Please try it again.';

describe('the contact form', () => {
  let contact: ContactApp;
  beforeAll(async () => {
    contact = await startContact();
  });
  afterAll(() => contact.stop());

  const token = async () => solve((await contact.challenge()).body);
  const stored = () =>
    contact.query<{ email: string; body: string }>('SELECT * FROM message ORDER BY created_at');

  it('keeps a message, and asks for a mail of it to the team', async () => {
    const answer = await contact.post({ ...MESSAGE, recaptcha_token: await token() });
    expect(answer).toMatchObject({ status: 201, body: { detail: THANKS } });
    expect(await stored()).toMatchObject([{ email: 'bob@example.org', body: MESSAGE.message }]);
    expect(await contact.mails()).toEqual([
      {
        template: 'contact-message',
        to: INBOX,
        name: 'Bob',
        reply_to: 'bob@example.org',
        subject: 'Dice',
        message: MESSAGE.message,
      },
    ]);
  });

  it('needs no name and no subject', async () => {
    const answer = await contact.post({
      email: 'ada@example.org',
      message: 'Hi',
      recaptcha_token: await token(),
    });
    expect(answer.status).toBe(201);
  });

  it('deletes only the messages of a deleted account’s address', async () => {
    const [left, stays] = ['left@example.org', 'stays@example.org'];
    for (const email of [left, stays])
      await contact.post({ email, message: 'Hi', recaptcha_token: await token() });
    await contact.publishAddressDeleted(left);
    const authors = async () => (await stored()).map(({ email }) => email);
    await eventually(async () => !(await authors()).includes(left) || undefined);
    expect(await authors()).toContain(stays);
  });

  it.each([
    ['an address that is none', { email: 'nonsense' }, 'email', 'Enter a valid e-mail address.'],
    ['no message', { message: '   ' }, 'message', 'Message must not be empty.'],
    [
      'a message that is too long',
      { message: 'x'.repeat(10_001) },
      'message',
      'Message must have at most 10000 characters.',
    ],
    [
      'a message with a zero byte',
      { message: 'a\u0000b' },
      'message',
      'Message must not contain control characters.',
    ],
    [
      'half a character',
      { message: '\ud800' },
      'message',
      'Message must not contain control characters.',
    ],
    [
      'a long subject',
      { subject: 'x'.repeat(201) },
      'subject',
      'Subject must have at most 200 characters.',
    ],
    ['a name that is no text', { name: 7 }, 'name', 'Name must be text.'],
  ])('refuses %s and says so at the field', async (_what, change, field, sentence) => {
    const before = (await stored()).length;
    const answer = await contact.post({ ...MESSAGE, ...change, recaptcha_token: await token() });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation', [field]: [sentence] },
    });
    expect(await stored()).toHaveLength(before);
  });

  it('asks for the robot check', async () => {
    expect(await contact.post(MESSAGE)).toMatchObject({
      status: 400,
      body: {
        code: 'contact.robot_check_missing',
        detail: 'Please complete the CAPTCHA.',
        recaptcha_token: ['Please complete the CAPTCHA.'],
      },
    });
  });

  it('takes a solved check once, however fast it is sent twice', async () => {
    const solved = { ...MESSAGE, recaptcha_token: await token() };
    const answers = await Promise.all([1, 2, 3].map(() => contact.post(solved)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await contact.post(solved)).toMatchObject({ status: 400, body: { detail: FAILED } });
  });

  it('takes no check that is not solved, not ours or altered', async () => {
    const { body: challenge } = await contact.challenge();
    const solution = JSON.parse(Buffer.from(solve(challenge), 'base64').toString()) as {
      number: number;
    };
    const longer = challenge.salt.replace(/expires=\d+/, 'expires=9999999999');
    for (const tried of [
      'nonsense',
      encode({}),
      encode({ ...solution, number: solution.number + 1 }),
      encode({ ...solution, salt: longer }),
      encode({ ...solution, signature: 'a'.repeat(64) }),
      encode({ ...solution, salt: challenge.salt.slice(0, -1) }),
    ])
      expect(await contact.post({ ...MESSAGE, recaptcha_token: tried })).toMatchObject({
        status: 400,
        body: { code: 'contact.robot_check_failed', detail: FAILED },
      });
  });
});

describe('other robot checks', () => {
  it('can be none', async () => {
    const contact = await startContact({ ROBOT_CHECK: 'none' });
    expect((await contact.post(MESSAGE)).status).toBe(201);
    expect((await contact.challenge()).status).toBe(404);
    await contact.stop();
  });

  it('is verified by reCAPTCHA with the secret', async () => {
    const google = await startGoogle();
    const contact = await startContact({
      ROBOT_CHECK: 'recaptcha',
      RECAPTCHA_SECRET_KEY: 'our-secret',
      RECAPTCHA_VERIFY_URL: google.url,
    });
    const post = (recaptcha_token: string) => contact.post({ ...MESSAGE, recaptcha_token });
    expect((await post('good')).status).toBe(201);
    expect(google.requests[0]).toBe('secret=our-secret&response=good');
    expect(await post('bad')).toMatchObject({ status: 400, body: { detail: FAILED } });
    expect((await post('')).status).toBe(400);
    google.server.closeAllConnections();
    google.server.close();
    expect(await post('good')).toMatchObject({
      status: 503,
      body: { code: 'service.unavailable' },
    });
    expect(await contact.query('SELECT * FROM message')).toHaveLength(1);
    await contact.stop();
  });
});

async function startGoogle(): Promise<{ url: string; requests: string[]; server: Server }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push(body);
      response.end(JSON.stringify({ success: body.endsWith('response=good') }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}
