import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, noContent } from '@tomekeeper/remote-kit/testing';
import { campaignId, map, showDocuments } from '../../../testing/show-panel';

const PUT = 'PUT /api/documents/:id/audience/';
const PATCH = 'PATCH /api/documents/:id/handouts/:handout/';
const mia = '00000000-0000-4000-8000-00000000000a';
const letter = '00000000-0000-4000-8000-00000000000c';
const source = {
  ...map,
  original_filename: 'Vault.pdf',
  is_spoilers: true,
  tags: [],
  pinned: false,
  handouts: 1,
};

it('lists the handouts of a document with their readers, and hides one', async () => {
  let handouts = [
    { id: letter, title: 'A letter', audience: 'players', players: [mia], passages: 2 },
  ];
  const { user, server, shell } = await showDocuments({ list: [source] });
  server
    .on('GET /api/documents/:id/handouts/', () => answer({ handouts }))
    .on('GET /api/campaigns/:id/', () =>
      answer({
        id: campaignId,
        title: 'Strahd',
        people: [{ id: mia, name: 'Mia', role: 'player' }],
      }),
    )
    .on(PUT, () => {
      handouts = [];
      return answer({ act: 'an act', changed: 2, passages: [], handout: letter });
    })
    .on('DELETE /api/documents/:id/acts/:act/', noContent);
  await screen.findByText('One handout');
  await user.click(screen.getByRole('button', { name: 'More for Vault.pdf' }));
  await user.click(screen.getByRole('menuitem', { name: 'Handouts…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const row = (await dialog.findByText('A letter')).closest('li')!;
  await within(row).findByText('Mia');
  expect(row.textContent).toContain('2 passages');
  await user.click(dialog.getByRole('button', { name: 'Hide handout A letter' }));
  await dialog.findByText(/Players see no part of this document/);
  expect(server.callsTo(PUT)[0]?.body).toEqual({
    ...{ passages: 'all', audience: 'gm', handout: letter },
  });
  expect(shell.toasts[0]?.message).toBe('“A letter” is hidden from the players.');
  await act(async () => shell.toasts[0]?.action?.run());
  await waitFor(() =>
    expect(shell.toasts[1]?.message).toBe('Undone: players see “A letter” again.'),
  );
});

it('sets the category that the readers of a handout see', async () => {
  let category: string | undefined;
  const { user, server } = await showDocuments({ list: [source] });
  server
    .on('GET /api/documents/:id/handouts/', () =>
      answer({
        handouts: [{ id: letter, title: 'A letter', audience: 'party', passages: 1, category }],
      }),
    )
    .on('GET /api/campaigns/:id/', () => answer({ id: campaignId, title: 'Strahd', people: [] }))
    .on(PATCH, () => {
      category = 'item';
      return answer({ handouts: [] });
    });
  await user.click(await screen.findByRole('button', { name: 'More for Vault.pdf' }));
  await user.click(screen.getByRole('menuitem', { name: 'Handouts…' }));
  const field = () => screen.findByLabelText<HTMLSelectElement>('Category for readers of A letter');
  expect((await field()).value).toBe('');
  await user.selectOptions(await field(), 'Item');
  await waitFor(async () => expect((await field()).value).toBe('item'));
  expect(server.callsTo(PATCH)).toMatchObject([
    { params: { id: source.id, handout: letter }, body: { category: 'item' } },
  ]);
});
