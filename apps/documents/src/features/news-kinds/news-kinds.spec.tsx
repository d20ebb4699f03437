import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  refuse,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';
import { FakeViewport } from '../../testing/fake-viewport';
import { campaignId } from '../../testing/show-panel';

const GET = 'GET /api/documents/news/kinds/';
const PUT = 'PUT /api/documents/news/kinds/';

function showKinds(role: 'co_gm' | 'player', loaded: readonly string[] | FakeAnswer) {
  new FakeViewport().install();
  const shell = createFakeShell({ session: { status: 'signed-in', user: fakePerson('Mia') } });
  shell.server
    .on(GET, typeof loaded === 'function' ? loaded : () => answer({ kinds: loaded }))
    .on(PUT, ({ body }) => answer({ kinds: (body as { kinds: string[] }).kinds }));
  const NewsKinds = create(shell).widgets?.['documents.news-kinds'];
  if (!NewsKinds) throw new Error('The remote does not bring its widget.');
  render(<NewsKinds {...{ campaignId, role }} />);
  return { server: shell.server, user: userEvent.setup() };
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const isEnabled = async (name: string) =>
  waitFor(async () => expect(await box(name)).toHaveProperty('disabled', false));

it('shows the kinds of news of a player, and saves a change at once', async () => {
  const { server, user } = showKinds('player', ['document', 'comment']);
  await isEnabled('Notes of other players');
  expect(await box('Notes of other players')).toHaveProperty('checked', false);
  expect(await box('Reveals of your game master')).toHaveProperty('checked', true);
  await user.click(await box('Answers to your comments'));
  await screen.findByText('Saved.');
  expect(await box('Answers to your comments')).toHaveProperty('checked', false);
  expect(server.callsTo(PUT)[0]?.body).toEqual({ campaign: campaignId, kinds: ['document'] });
});

it('offers game masters their kinds, and keeps the choice after an error', async () => {
  const { server, user } = showKinds('co_gm', ['document', 'note', 'comment']);
  server.on(PUT, () => refuse(503, 'Not now.'));
  await isEnabled('Comments of your players');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(await box('Comments of your players'));
  await screen.findByRole('alert');
  expect(await box('Comments of your players')).toHaveProperty('checked', true);
  expect(screen.queryByText('Saved.')).toBeNull();
});

it('offers to load the choice again', async () => {
  const { server, user } = showKinds('player', () => refuse(403, 'Not now.'));
  await screen.findByText('Unable to load your choice of news.');
  server.on(GET, () => answer({ kinds: ['note'] }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await isEnabled('Notes of other players');
});
