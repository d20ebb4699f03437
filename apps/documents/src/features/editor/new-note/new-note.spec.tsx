import { screen } from '@testing-library/react';
import { answer, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { campaignId, map, SPOILER_CHECK } from '../../../testing/show-panel';
import { showLibrary } from '../../../testing/show-library';

const note = {
  ...map,
  id: '5d3c1f70-6a0f-4f0e-8f43-000000000077',
  original_filename: 'Session 12',
  s3_key: '',
  kind: 'note',
};

describe('a new note', () => {
  it('is for the game masters unless chosen otherwise, and opens to be written', async () => {
    const { user, server, shell } = await showLibrary({ role: 'owner' });
    server.on('POST /api/documents/notes/', () => answer(note, 201));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    await user.type(screen.getByLabelText('Title'), ' Session 12 ');
    await user.click(screen.getByRole('button', { name: 'Create note' }));
    expect(server.callsTo('POST /api/documents/notes/')[0]?.body).toEqual({
      campaign: campaignId,
      title: 'Session 12',
      is_spoilers: true,
      idempotency_key: expect.any(String),
    });
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${campaignId}/library/${note.id}?edit=1`,
    );
  });

  it('says before who reads a public one, and why it was not made', async () => {
    const { user, server } = await showLibrary({ role: 'co_gm' });
    server.on('POST /api/documents/notes/', () => refuse(409, 'The campaign is full.'));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    await user.type(screen.getByLabelText('Title'), 'Handout');
    await user.click(screen.getByRole('radio', { name: /^Public/ }));
    expect(screen.getByText(/players see the title and your text/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create note' }));
    expect(await screen.findByText('The campaign is full.')).toBeTruthy();
    expect(server.callsTo('POST /api/documents/notes/')[0]?.body).toMatchObject({
      is_spoilers: false,
    });
  });

  it('is created once when a failed request is retried, and each note has a separate key', async () => {
    const { user, server } = await showLibrary({ role: 'owner' });
    server.on('POST /api/documents/notes/', () => refuseSilently(502));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    const create = async (title: string) => {
      await user.type(screen.getByLabelText('Title'), title);
      await user.click(screen.getByRole('button', { name: 'Create note' }));
      await screen.findByText('Failed to create note');
    };
    await create('Session 12');
    await create('{End}');
    await create('b');
    const [first, again, other] = server
      .callsTo('POST /api/documents/notes/')
      .map(({ body }) => (body as { idempotency_key: string }).idempotency_key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has its title checked where players are to see it', async () => {
    const { user, server } = await showLibrary({ role: 'owner' });
    const strahd = { name: 'Strahd', document: map.id, title: 'Death House' };
    server.on(SPOILER_CHECK, () => answer({ names: [strahd] }));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    await user.type(screen.getByLabelText('Title'), 'Strahd comes');
    await user.click(screen.getByRole('radio', { name: /^Public/ }));
    await user.click(screen.getByRole('button', { name: 'Create note' }));
    await user.click(await screen.findByRole('button', { name: 'Change it' }));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Strahd comes');
    expect(server.callsTo('POST /api/documents/notes/')).toHaveLength(0);
  });

  it('is not made by players', async () => {
    await showLibrary({ role: 'player' });
    expect(screen.queryByRole('button', { name: 'New note' })).toBeNull();
  });
});
