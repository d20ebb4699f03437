import type { ComponentType } from 'react';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, held, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { LaunchPage } from '../landing/launch-page';
import { showPage, visitor } from '../../testing/show-page';
import { UnsubscribePage } from './unsubscribe-page';
import { VerifyPage } from './verify-page';

interface Form {
  Page: ComponentType;
  call: string;
  button: string;
  ok: string;
  error: string;
}

const FORMS: [string, Form][] = [
  [
    'sign-up',
    {
      Page: LaunchPage,
      call: 'POST /api/subscribe/',
      button: 'Subscribe',
      ok: "Thanks! You'll get an email to verify your email address.",
      error: 'Sorry, something went wrong.',
    },
  ],
  [
    'resend',
    {
      Page: VerifyPage,
      call: 'POST /api/subscribe/resend/',
      button: 'Resend',
      ok: 'If your email exists, a new link has been sent.',
      error: 'Unable to send a new link.',
    },
  ],
  [
    'unsubscribe',
    {
      Page: UnsubscribePage,
      call: 'POST /api/subscribe/unsubscribe/',
      button: 'Unsubscribe',
      ok: 'You have been unsubscribed.',
      error: 'Unable to unsubscribe.',
    },
  ],
];

/** A form that waits for its answer. */
async function send({ Page, call, button, ok, error }: Form) {
  const shell = visitor();
  const answering = held();
  shell.server.on(call, () => answering.promise);
  showPage(Page, shell);
  await screen.findByRole('button', { name: button });
  const said = () => [ok, error].filter((sentence) => screen.queryByText(sentence));
  expect(said()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Sending…' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Email'), 'mina@example.org{Enter}');
  await screen.findByRole('button', { name: 'Sending…' });
  expect(said()).toEqual([]);
  return answering;
}

describe.each(FORMS)('the mailing-list form for %s', (_name, form) => {
  it('goes "idle → sending → ok", and is idle again at the next letter', async () => {
    const answering = await send(form);
    await act(async () => answering.release(answer({}, 201)));
    await screen.findByText(form.ok);
    await userEvent.type(await screen.findByLabelText('Email'), 'a');
    await screen.findByRole('button', { name: form.button });
    expect(screen.queryByText(form.ok)).toBeNull();
  });

  it('goes "idle → sending → ok or error": the error', async () => {
    const answering = await send(form);
    await act(async () => answering.release(refuseSilently(502)));
    await screen.findByText(form.error);
    await screen.findByRole('button', { name: form.button });
  });
});
