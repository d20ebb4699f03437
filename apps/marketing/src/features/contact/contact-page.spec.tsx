import { createHash } from 'node:crypto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { robotSolution } from '@tomekeeper/contracts-contact';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import {
  answer,
  cutOff,
  noContent,
  refuse,
  refuseSilently,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { showPage, visitor } from '../../testing/show-page';
import { ContactPage } from './contact-page';

const SEND = 'POST /api/contact/';
const CHALLENGE = 'GET /api/contact/challenge/';

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const person = () => screen.getByRole('checkbox', { name: 'I am a person' });

function show(
  robotCheck: PublicConfig['robot_check'],
  send: FakeAnswer = () => answer({ detail: 'ignored' }, 201),
) {
  const shell = visitor({ path: '/contact', config: { robot_check: robotCheck } });
  shell.server.on(SEND, send).on(CHALLENGE, challenge());
  showPage(ContactPage, shell);
  return shell;
}

/** Returns a new challenge for each request. */
function challenge(): FakeAnswer {
  let asked = 0;
  return () => {
    asked += 1;
    const salt = `salt${asked}?expires=${Math.floor(Date.now() / 1000) + 1200}&`;
    return answer({
      algorithm: 'SHA-256',
      salt,
      challenge: createHash('sha256').update(`${salt}${asked}`).digest('hex'),
      maxnumber: 100,
      signature: 'ab'.repeat(32),
    });
  };
}

async function write() {
  await type('Email', 'mina@example.org');
  await type('Message', 'The bell does not ring.');
}

describe('the contact form', () => {
  it("sends the trimmed message, with optional name and subject: success 'Thanks for reaching out! We'll get back to you shortly.'", async () => {
    const shell = show({ provider: 'none' });
    await write();
    await type('Name', ' Mina ');
    await type('Subject', 'Bells ');
    await press();
    await screen.findByText("Thanks for reaching out! We'll get back to you shortly.");
    expect(shell.server.calls.map(({ body }) => body)).toEqual([
      {
        name: 'Mina',
        email: 'mina@example.org',
        subject: 'Bells',
        message: 'The bell does not ring.',
        recaptcha_token: '',
      },
    ]);
    expect(screen.getByLabelText('Message')).toHaveProperty('value', '');
  });

  it('stays usable where the installation asks for a check that only newer pages know', async () => {
    const shell = show({ provider: 'riddles' as never });
    await write();
    await press();
    await screen.findByText("Thanks for reaching out! We'll get back to you shortly.");
    expect(shell.server.calls).toMatchObject([{ body: { recaptcha_token: '' } }]);
  });

  it.each([
    ['the address', '', 'A message.', 'Email'],
    ['the message', 'mina@example.org', '  ', 'Message'],
  ])(
    "asks for %s: email and message required, else 'Please include your email and a message.'",
    async (_, mail, text, missing) => {
      const shell = show({ provider: 'none' });
      if (mail) await type('Email', mail);
      await type('Message', text);
      await press();
      await screen.findByText('Please include your email and a message.');
      expect(document.activeElement).toBe(screen.getByLabelText(missing));
      expect(shell.server.calls).toEqual([]);
    },
  );

  it.each<[string, FakeAnswer, string]>([
    ['the detail of a refusal', () => refuse(400, 'Not this address.'), 'Not this address.'],
    ['the default of a silent one', () => refuseSilently(502), 'Sorry, something went wrong.'],
    ['the default without network', cutOff, 'Sorry, something went wrong.'],
  ])(
    "failure: detail or 'Sorry, something went wrong.': says %s and keeps the message",
    async (_, send, sentence) => {
      show({ provider: 'none' }, send);
      await write();
      await press();
      await screen.findByText(sentence);
      expect(screen.getByLabelText('Message')).toHaveProperty('value', 'The bell does not ring.');
    },
  );

  it('takes success without content', async () => {
    show({ provider: 'none' }, noContent);
    await write();
    await press();
    await screen.findByText(/^Thanks for reaching out!/);
  });
});

describe('the self-hosted robot check', () => {
  it("must be completed, else 'Please complete the CAPTCHA.'", async () => {
    const shell = show({ provider: 'altcha' });
    await write();
    await press();
    await screen.findByText('Please complete the CAPTCHA.');
    expect(shell.server.calls).toEqual([]);
  });

  it('proves with a computation that a person is there, and sends the proof along', async () => {
    const shell = show({ provider: 'altcha' });
    await write();
    await userEvent.click(person());
    await screen.findByText('Thank you. The check is complete.');
    expect(person()).toHaveProperty('checked', true);
    await press();
    await screen.findByText(/^Thanks for reaching out!/);
    const [call] = shell.server.callsTo(SEND);
    const { recaptcha_token: token } = call?.body as { recaptcha_token: string };
    expect(robotSolution.parse(JSON.parse(atob(token)))).toMatchObject({ number: 1 });
    expect(person()).toHaveProperty('checked', false);
  });

  it('solves a new challenge when the message was rejected, because tokens are single-use', async () => {
    const answers = [refuse(400, 'Not yet.'), answer({}, 201)];
    const shell = show({ provider: 'altcha' }, () => answers.shift() ?? noContent());
    await write();
    await userEvent.click(person());
    await screen.findByText('Thank you. The check is complete.');
    await press();
    await screen.findByText('Not yet.');
    await screen.findByText('Thank you. The check is complete.');
    await press();
    await screen.findByText(/^Thanks for reaching out!/);
    const tokens = shell.server
      .callsTo(SEND)
      .map(({ body }) => (body as { recaptcha_token: string }).recaptcha_token);
    expect(new Set(tokens).size).toBe(2);
  });

  it('says when there is no challenge to be had, and tries again', async () => {
    const shell = show({ provider: 'altcha' });
    shell.server.on(CHALLENGE, () => refuse(503, 'Away.'));
    await userEvent.click(person());
    await screen.findByText('The check failed.');
    shell.server.on(CHALLENGE, challenge());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Thank you. The check is complete.');
  });
});

describe("Google's robot check", () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'grecaptcha');
    document.head.querySelectorAll('script').forEach((script) => script.remove());
    jest.useRealTimers();
  });

  it('looks every 300 ms for the script until it is there: "Robot-check widget polling until its script is present"', () => {
    jest.useFakeTimers();
    const render = jest.fn();
    show({ provider: 'recaptcha', site_key: 'site' });
    expect(document.head.querySelectorAll('script[src*="recaptcha"]')).toHaveLength(1);
    act(() => jest.advanceTimersByTime(900));
    Reflect.set(window, 'grecaptcha', { render });
    act(() => jest.advanceTimersByTime(299));
    expect(render).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(1));
    expect(render).toHaveBeenCalledTimes(1);
    act(() => jest.advanceTimersByTime(3_000));
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('must be completed once it is present, and sends its token', async () => {
    const render = jest.fn();
    Reflect.set(window, 'grecaptcha', { render });
    const shell = show({ provider: 'recaptcha', site_key: 'site' });
    await write();
    await waitFor(() => expect(render).toHaveBeenCalledTimes(1));
    await press();
    await screen.findByText('Please complete the CAPTCHA.');
    act(() => void render.mock.calls[0][1].callback('token of Google'));
    await press();
    await screen.findByText(/^Thanks for reaching out!/);
    expect(shell.server.calls[0]?.body).toMatchObject({ recaptcha_token: 'token of Google' });
  });

  it('does not block the form while it is missing: only "If the robot-check widget is present it must be completed"', async () => {
    const shell = show({ provider: 'recaptcha', site_key: 'site' });
    await write();
    await press();
    await screen.findByText(/^Thanks for reaching out!/);
    expect(shell.server.calls[0]?.body).toMatchObject({ recaptcha_token: '' });
  });
});
