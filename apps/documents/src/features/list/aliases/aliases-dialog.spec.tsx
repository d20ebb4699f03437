import { screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn } from '@tomekeeper/remote-kit/testing';
import { showLibrary } from '../../../testing/show-library';
import { map, SPOILER_CHECK } from '../../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';

beforeEach(() => localStorage.clear());

it('edits names, for game masters by default', async () => {
  const document = { ...map, tags: [], aliases: [{ name: 'Vasili', audience: 'gm' as const }] };
  const { user, server, shell } = await showLibrary({ list: [document] });
  server.on(PATCH, ({ body }) => answer({ ...document, ...(body as object) }));
  await user.click(await screen.findByRole('button', { name: 'More for Map of Barovia.png' }));
  await user.click(screen.getByRole('menuitem', { name: 'Aliases…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aliases of Map of Barovia' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Alias 1').value).toBe('Vasili');
  await user.selectOptions(dialog.getByLabelText('Alias 1 is seen by'), 'All readers');
  await user.click(dialog.getByRole('button', { name: 'Add an alias' }));
  await fillIn(user, dialog.getByLabelText('Alias 2'), 'The Devil');
  await user.click(dialog.getByRole('button', { name: 'Add an alias' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(PATCH)[0]?.body).toEqual({
    aliases: [
      { name: 'Vasili', audience: 'readers' },
      { name: 'The Devil', audience: 'gm' },
    ],
  });
  expect(shell.toasts[0]?.message).toBe('The aliases of Map of Barovia are saved.');
});

it('asks before players read a name that they do not know yet', async () => {
  const { user, server } = await showLibrary({ list: [{ ...map, is_spoilers: false, tags: [] }] });
  const found = { name: 'Strahd', document: 'd1', title: 'The count' };
  server.on(SPOILER_CHECK, () => answer({ names: [found] }));
  await user.click(await screen.findByRole('button', { name: 'More for Map of Barovia.png' }));
  await user.click(screen.getByRole('menuitem', { name: 'Aliases…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aliases of Map of Barovia' }));
  await user.click(dialog.getByRole('button', { name: 'Add an alias' }));
  await fillIn(user, dialog.getByLabelText('Alias 1'), 'Home of Strahd');
  await user.selectOptions(dialog.getByLabelText('Alias 1 is seen by'), 'All readers');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Change it' }));
  expect(server.callsTo(SPOILER_CHECK)[0]?.body).toMatchObject({ texts: ['Home of Strahd'] });
  expect(server.callsTo(PATCH)).toHaveLength(0);
});
