import { screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { deathHouse, map, SPOILER_CHECK } from '../../testing/show-panel';
import { gm, showViewer } from '../../testing/show-viewer';

const SAVE = 'PATCH /api/documents/:id/passages/';
const open = {
  ...map,
  original_filename: 'Mill',
  s3_key: '',
  kind: 'note',
  tags: [],
  pinned: false,
};
const strahd = { name: 'Strahd', document: deathHouse.id, title: 'Plans' };

async function write(is_spoilers: boolean, names: object[] = []) {
  Object.assign(document, { elementFromPoint: () => null });
  Range.prototype.getClientRects = () => [] as never;
  const shown = await showViewer({
    list: [{ ...open, is_spoilers }],
    query: '?edit=1',
    answers: {
      'GET /api/campaigns/:id/': () =>
        answer({ title: 'Curse of Strahd', owner: gm.id, players: [], people: [] }),
      'GET /api/documents/:id/editing/': () => answer({ title: 'Mill', version: 1, passages: [] }),
      [SAVE]: () => answer({ kept: [], clashes: [], version: 2 }),
      [SPOILER_CHECK]: () => answer({ names }),
    },
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  await shown.user.clear(field);
  await shown.user.type(field, 'Strahd’s mill');
  const titles = () =>
    shown.server.callsTo(SAVE).map(({ body }) => (body as { title?: string }).title);
  return { ...shown, field, titles };
}

it('sends a title that players read when its field is left, and it names nothing that they do not know', async () => {
  const { user, server, titles } = await write(false);
  expect(screen.getByText('Your players read this title once you leave the field.')).toBeTruthy();
  expect([titles(), server.callsTo(SPOILER_CHECK)]).toEqual([[], []]);
  await user.tab();
  await waitFor(() => expect(titles()).toEqual(['Strahd’s mill']));
  expect(server.callsTo(SPOILER_CHECK).map(({ body }) => body)).toEqual([
    { campaign: open.campaign, audience: 'party', texts: ['Strahd’s mill'] },
  ]);
  await waitFor(() => expect(screen.queryByText(/Your players read this title/)).toBeNull());
});

it('asks before players read a name that they do not know; Done waits for that', async () => {
  const { user, field, titles } = await write(false, [strahd]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Change it' }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(titles()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go on' }),
  );
  await waitFor(() => expect(titles()).toEqual(['Strahd’s mill']));
});

it('asks nothing of a title that no player reads', async () => {
  const { server, titles } = await write(true, [strahd]);
  await waitFor(() => expect(titles().at(-1)).toBe('Strahd’s mill'), { timeout: 10_000 });
  expect(server.callsTo(SPOILER_CHECK)).toEqual([]);
});

it('asks which title stands where players were shown the note meanwhile', async () => {
  const { user, server, titles } = await write(true);
  server.on(SAVE, ({ body }) =>
    answer({
      kept: [],
      clashes: [],
      version: 1,
      ...((body as { title_seen_by?: string }).title_seen_by === 'gm' && {
        title_clash: { theirs: 'Mill' },
      }),
    }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
  await screen.findByText(/They read “Mill”/, undefined, { timeout: 10_000 });
  expect(titles().at(-1)).toBe('Strahd’s mill!');
  const before = titles().length;
  await user.click(screen.getByRole('button', { name: 'Show them your version' }));
  await waitFor(() => expect(titles()).toHaveLength(before + 1));
  expect(server.callsTo(SAVE).at(-1)?.body).toMatchObject({
    title: 'Strahd’s mill!',
    title_seen_by: 'party',
  });
  expect(server.callsTo(SPOILER_CHECK)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/They read “Mill”/)).toBeNull());
});
