import { screen } from '@testing-library/react';
import { cutOff, noContent } from '@tomekeeper/remote-kit/testing';
import { MINA, showPage } from '../../testing/show-page';

const STOP = 'POST /api/documents/news/mail/stop/';
const PATH = '/news-mail/stop?token=abc';
const STOPPED =
  'You will get no more mails about this campaign. You can turn them on again in its settings.';
const button = () => screen.queryByRole('button', { name: 'Stop these mails' });

it.each(['signed-out', 'signed-in'] as const)(
  'stops the mails of the link only when the button is pressed, %s',
  async (status) => {
    const { user, shell } = await showPage(PATH, {
      session: status === 'signed-in' ? { status, user: MINA } : { status },
      serve: (server) => server.on(STOP, noContent),
    });
    expect(shell.server.callsTo(STOP)).toEqual([]);
    await user.click(button()!);
    await screen.findByText(STOPPED);
    expect(shell.server.callsTo(STOP).map(({ query }) => String(query))).toEqual(['token=abc']);
    expect(button()).toBeNull();
  },
);

it('can be tried again after a failure', async () => {
  const { user, shell } = await showPage(PATH, { serve: (server) => server.on(STOP, cutOff) });
  await user.click(button()!);
  await screen.findByText('Network Error');
  shell.server.on(STOP, noContent);
  await user.click(button()!);
  await screen.findByText(STOPPED);
  expect(screen.queryByText('Network Error')).toBeNull();
});

it('explains an incomplete link', async () => {
  await showPage('/news-mail/stop');
  await screen.findByText(/This link is incomplete/);
  expect(button()).toBeNull();
});
