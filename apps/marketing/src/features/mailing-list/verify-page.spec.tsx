import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  answer,
  cutOff,
  noContent,
  refuse,
  refuseSilently,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { showPage, visitor } from '../../testing/show-page';
import { VerifyPage } from './verify-page';

const VERIFY = 'GET /api/subscribe/verify/';
const RESEND = 'POST /api/subscribe/resend/';

function show(verify: FakeAnswer, path = '/verify-subscribe?token=a%2Bb') {
  const shell = visitor({ path });
  shell.server.on(VERIFY, verify);
  return { shell, page: showPage(VerifyPage, shell) };
}

describe('the verification page', () => {
  it("checks the link's token and says what the server says: checking → ok", async () => {
    const { shell } = show(() => answer({ detail: 'Welcome to the list.' }));
    screen.getByText('Checking your link…');
    await screen.findByText('Welcome to the list.');
    expect(shell.server.calls[0]?.query.get('token')).toBe('a+b');
    expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
  });

  it('checks once per page load, however often it is shown: "run once per page load"', async () => {
    const { shell, page } = show(() => answer({ detail: 'Welcome to the list.' }));
    await screen.findByText('Welcome to the list.');
    page.unmount();
    showPage(VerifyPage, shell);
    await screen.findByText('Welcome to the list.');
    expect(shell.server.callsTo(VERIFY)).toHaveLength(1);
  });

  it.each([
    ['an answer without detail', () => answer({})],
    ['an answer without content', noContent],
  ])("says 'Email verified. Thank you!' on %s", async (_, verify) => {
    show(verify);
    await screen.findByText('Email verified. Thank you!');
  });

  it.each<[string, FakeAnswer, string]>([
    ['the detail', () => refuse(400, 'This link was used before.'), 'This link was used before.'],
    ['the default', () => refuseSilently(502), 'Invalid or expired token.'],
    ['the default without network', cutOff, 'Invalid or expired token.'],
  ])(
    'says %s of a failure and offers to send another link: "checking → ok or error"',
    async (_, verify, sentence) => {
      show(verify);
      await screen.findByText(sentence);
      screen.getByRole('heading', { name: 'Resend verification link' });
    },
  );

  it.each(['/verify-subscribe', '/verify-subscribe?token='])(
    "with no token it errors with 'Missing token.': %s asks nothing, and offers another link",
    async (path) => {
      const { shell } = show(() => answer({}), path);
      await screen.findByText('Missing token.');
      screen.getByRole('button', { name: 'Resend' });
      expect(shell.server.calls).toEqual([]);
    },
  );
});

describe('resending the verification link', () => {
  async function resend(typed: string, answerIt: FakeAnswer) {
    const { shell } = show(() => answer({}), '/verify-subscribe');
    shell.server.on(RESEND, answerIt);
    if (typed) await userEvent.type(screen.getByLabelText('Email'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    return shell;
  }

  it('sends the address, trimmed and in lower case: "Resend and unsubscribe use the same rule."', async () => {
    const shell = await resend(' Mina@Example.org', () => answer({ detail: 'On its way.' }));
    await screen.findByText('On its way.');
    expect(shell.server.calls.map(({ body }) => body)).toEqual([{ email: 'mina@example.org' }]);
  });

  it.each<[string, string, FakeAnswer, string]>([
    ['no address', '  ', () => answer({}), 'Please enter your email.'],
    [
      'success without detail',
      'a@b.example',
      () => answer({}),
      'If your email exists, a new link has been sent.',
    ],
    ['a refusal with detail', 'a@b.example', () => refuse(429, 'Slowly.'), 'Slowly.'],
    ['a silent failure', 'a@b.example', () => refuseSilently(500), 'Unable to send a new link.'],
    ['no answer', 'a@b.example', cutOff, 'Unable to send a new link.'],
  ])('has a sentence for %s', async (_, typed, answerIt, sentence) => {
    await resend(typed, answerIt);
    await screen.findByText(sentence);
  });
});
