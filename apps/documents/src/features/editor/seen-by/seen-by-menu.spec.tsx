import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { map } from '../../../testing/show-panel';
import { gm, showViewer } from '../../../testing/show-viewer';

const SAVE = 'PATCH /api/documents/:id/passages/';
const AUDIENCE = 'PUT /api/documents/:id/audience/';
const note = {
  ...map,
  original_filename: 'Mill',
  s3_key: '',
  kind: 'note',
  tags: [],
  pinned: false,
};
const passage = {
  id: '5d3c1f70-6a0f-4f0e-8f43-0000000000a1',
  kind: 'paragraph',
  depth: 0,
  text: 'The inn is warm.',
  content: { inlines: [{ text: 'The inn is warm.' }] },
  version: 1,
  audience: 'party',
};

async function write(passages: object[] = [passage]) {
  Object.assign(document, { elementFromPoint: () => null });
  Range.prototype.getClientRects = () => [] as never;
  const editing = { title: 'Mill', version: 1, passages };
  const shown = await showViewer({
    list: [note],
    query: '?edit=1',
    answers: {
      'GET /api/campaigns/:id/': () =>
        answer({ title: 'Curse of Strahd', owner: gm.id, players: [], people: [] }),
      'GET /api/documents/:id/editing/': () => answer(editing),
      [SAVE]: () => answer({ kept: [], clashes: [], version: 1 }),
      [AUDIENCE]: () => answer({ changed: 1, act: 'x', passages: [passage.id] }),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Text' });
  return { ...shown, field };
}

const choose = async (user: Shown['user'], now: string, then: string) => {
  await user.click(screen.getByRole('button', { name: `Seen by: ${now}` }));
  await user.click(screen.getByRole('menuitem', { name: then }));
};
type Shown = Awaited<ReturnType<typeof write>>;

it('returns the focus to the text for further typing', async () => {
  const { user, field } = await write();
  await choose(user, 'Party', 'GM only');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('makes an empty line behind a secret one for the party, and says where there is nothing to choose for', async () => {
  const { user, field, shell, server } = await write([
    { ...passage, text: '', content: { inlines: [] }, audience: 'gm', own_audience: true },
  ]);
  await user.click(field);
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  await choose(user, 'GM only', 'Party: all players');
  await screen.findByRole('button', { name: 'Seen by: Party' });
  await choose(user, 'Party', 'GM only');
  await screen.findByRole('button', { name: 'Seen by: GM only' });
  expect(server.callsTo(AUDIENCE)).toEqual([]);
  expect(shell.toasts).toEqual([]);
});

it('marks a revealed passage with the answer, before the text is loaded again', async () => {
  const { user, field, server } = await write([{ ...passage, audience: 'gm', own_audience: true }]);
  server.on('GET /api/documents/:id/editing/', () => new Promise(() => undefined));
  await choose(user, 'GM only', 'Party: all players');
  await screen.findByRole('button', { name: 'Seen by: Party' });
  expect(field.querySelector('[data-audience]')?.getAttribute('data-audience')).toBe('party');
  await choose(user, 'Party', 'GM only');
  await screen.findByRole('button', { name: 'Seen by: GM only' });
  expect(server.callsTo(AUDIENCE)).toHaveLength(2);
});
