import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  fillIn,
  noContent,
  refuse,
} from '@tomekeeper/remote-kit/testing';
import { create } from '../../../remote';
import { FakeViewport } from '../../../testing/fake-viewport';
import { campaignId, deathHouse, SPOILER_CHECK } from '../../../testing/show-panel';

const ONE = 'GET /api/documents/:id/';
const PATCH = 'PATCH /api/documents/:id/';
const TAKE_BACK = 'DELETE /api/documents/:id/acts/:act/';

const draft = { ...deathHouse, original_filename: 'Session 12: recap', kind: 'note' };
const published = { ...draft, is_spoilers: false };

function showRecap(document: object | null = draft) {
  new FakeViewport().install();
  const shell = createFakeShell({ session: { status: 'signed-in', user: fakePerson('Mina') } });
  shell.server
    .on(ONE, () => (document ? answer(document) : refuse(404, 'None.')))
    .on(SPOILER_CHECK, () => answer({ names: [] }))
    .on(PATCH, ({ body }) => answer({ ...draft, ...(body as object), act: 'act' }))
    .on(TAKE_BACK, () => noContent());
  const Recap = create(shell).widgets?.['documents.publish-recap'];
  if (!Recap) throw new Error('The remote does not bring its widget.');
  const props = { campaignId, document: deathHouse.id, proposedTitle: 'Session 12: recap' };
  render(<Recap {...props} />);
  const user = userEvent.setup();
  const publish = async (title?: string) => {
    await user.click(await screen.findByRole('button', { name: 'Publish recap' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Publish the recap?' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Title for players');
    expect(field.value).toBe('Session 12: recap');
    if (title !== undefined) {
      await user.clear(field);
      await fillIn(user, field, title);
    }
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
  };
  return { shell, server: shell.server, user, publish };
}

it('publishes a draft after the spoiler check, and undoes it', async () => {
  const { publish, server, shell } = showRecap();
  expect(await screen.findByText('Draft: only game masters see it.')).toBeTruthy();
  await publish();
  const state = await screen.findByText('Published as “Session 12: recap”.');
  expect(document.activeElement).toBe(state);
  expect(screen.queryByRole('button')).toBeNull();
  expect(server.callsTo(SPOILER_CHECK)[0]?.body).toMatchObject({
    audience: 'party',
    texts: ['Session 12: recap'],
    revealing: { document: deathHouse.id, passages: 'all' },
  });
  expect(server.callsTo(PATCH)[0]?.body).toEqual({
    is_spoilers: false,
    seen_title: 'Session 12: recap',
  });
  expect(shell.toasts[0]?.message).toBe('Published: players read “Session 12: recap”.');
  await act(async () => shell.toasts[0]?.action?.run());
  expect(await screen.findByRole('button', { name: 'Publish recap' })).toBeTruthy();
  expect(server.callsTo(TAKE_BACK)[0]?.params['act']).toBe('act');
  expect(shell.toasts[1]?.message).toBe('The recap is hidden from the players.');
});

it('publishes under another title, which is checked', async () => {
  const { publish, server } = showRecap();
  await publish(' The gate ');
  await screen.findByText('Published as “The gate”.');
  expect(server.callsTo(SPOILER_CHECK)[0]?.body).toMatchObject({ texts: ['The gate'] });
  expect(server.callsTo(PATCH)[0]?.body).toEqual({
    is_spoilers: false,
    original_filename: 'The gate',
  });
});

it('publishes nothing if the game master changes a name that the check found', async () => {
  const { publish, server, user } = showRecap();
  const found = { name: 'Strahd', document: 'other', title: 'Villain' };
  server.on(SPOILER_CHECK, () => answer({ names: [{ ...found, passages: 1 }] }));
  await publish('Strahd');
  await user.click(await screen.findByRole('button', { name: 'Change it' }));
  expect(server.callsTo(PATCH)).toEqual([]);
  expect(await screen.findByRole('button', { name: 'Publish recap' })).toBeTruthy();
});

it.each([
  [
    { ...published, audiences: { gm: 2, party: 0, players: 1 } },
    'Published as “Session 12: recap”, without 3 passages that some players do not see.',
  ],
  [
    { ...draft, audiences: { gm: 4, party: 1, players: 1 }, public_title: 'A letter' },
    'Draft: players see 2 passages of it.',
  ],
  [null, 'The note was deleted. Restore it from the trash, or unlink it.'],
])('names the state %#', async (document, text) => {
  showRecap(document);
  expect(await screen.findByText(text)).toBeTruthy();
});

it('shows why it was not published, and loads again', async () => {
  const { publish, server, user } = showRecap();
  server.on(PATCH, () => refuse(503, 'Back in a moment.'));
  await publish();
  expect((await screen.findByRole('alert')).textContent).toBe('Back in a moment.');
  server.on(PATCH, () => answer(published));
  await user.click(screen.getByRole('button', { name: 'Publish recap' }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Published as “Session 12: recap”.')).toBeTruthy();
});
