import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  answer,
  cutOff,
  refuse,
  refuseSilently,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { showPage, visitor } from '../../testing/show-page';
import { UnsubscribePage } from './unsubscribe-page';

const UNSUBSCRIBE = 'POST /api/subscribe/unsubscribe/';
const email = () => screen.getByLabelText('Email');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));

function show(answerIt: FakeAnswer, path = '/unsubscribe?email=Mina%2Btable%40example.org') {
  const shell = visitor({ path });
  shell.server.on(UNSUBSCRIBE, answerIt);
  showPage(UnsubscribePage, shell);
  return shell;
}

describe('the unsubscribe page', () => {
  it("has the address of the mail's link in its field, and unsubscribes it in lower case", async () => {
    const shell = show(() => answer({ detail: 'Gone.' }));
    expect(email()).toHaveProperty('value', 'Mina+table@example.org');
    await press();
    await screen.findByText('Gone.');
    expect(shell.server.calls.map(({ body }) => body)).toEqual([
      { email: 'mina+table@example.org' },
    ]);
  });

  it('sends the address, trimmed: "Resend and unsubscribe use the same rule."', async () => {
    const shell = show(() => answer({}), '/unsubscribe');
    await userEvent.type(email(), ' Mina@Example.ORG ');
    await press();
    await screen.findByText('You have been unsubscribed.');
    expect(shell.server.calls.map(({ body }) => body)).toEqual([{ email: 'mina@example.org' }]);
  });

  it("says 'Please enter your email.' without one", async () => {
    const shell = show(() => answer({}), '/unsubscribe');
    await press();
    await screen.findByText('Please enter your email.');
    expect(shell.server.calls).toEqual([]);
  });

  it.each<[string, FakeAnswer, string]>([
    ['success without detail', () => answer({}), 'You have been unsubscribed.'],
    ['a refusal with detail', () => refuse(400, 'Not this one.'), 'Not this one.'],
    ['a silent failure', () => refuseSilently(503), 'Unable to unsubscribe.'],
    ['no answer', cutOff, 'Unable to unsubscribe.'],
  ])('has a sentence for %s', async (_, answerIt, sentence) => {
    show(answerIt);
    await press();
    await screen.findByText(sentence);
  });
});
