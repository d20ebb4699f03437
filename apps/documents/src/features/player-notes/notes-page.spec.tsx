import { act, screen } from '@testing-library/react';
import { answer, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import type { TrashedDocument } from '../documents-api/documents-api';
import { campaignId } from '../../testing/show-panel';
import { NOTES, ownNote, playerNote, rowTexts, showNotes } from '../../testing/show-notes';

const CREATE = 'POST /api/documents/notes/';
const rows = async () => rowTexts(await screen.findAllByRole('listitem'));

beforeEach(() => localStorage.clear());

describe('the list of notes', () => {
  it('names readers and authors for a player', async () => {
    const { server } = await showNotes({
      notes: [
        ownNote('Suspects', { author_audience: 'private' }),
        ownNote('Plan', { author_audience: 'gms' }),
        ownNote('Loot'),
        playerNote('Diary'),
        playerNote('Old diary', { author: undefined }),
      ],
    });
    expect(await rows()).toEqual([
      'SuspectsYouOnly youtoday',
      'PlanYouGame masterstoday',
      'LootYouThe partytoday',
      'DiaryMiaThe partytoday',
      'Old diaryformer memberThe partytoday',
    ]);
    expect(screen.getByText(/^Write for yourself/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Diary' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/library/Diary`,
    );
    expect(server.callsTo(NOTES)[0]?.query.get('campaign')).toBe(campaignId);
    expect(server.callsTo('GET /api/documents/notes/trash/')).toEqual([]);
  });

  it('names the chosen audience for a game master, who cannot create notes here', async () => {
    await showNotes({
      role: 'owner',
      notes: [playerNote('Plan', { author_audience: 'gms' }), playerNote('Diary')],
    });
    expect(await rows()).toEqual(['PlanMiaFor game masterstoday', 'DiaryMiaFor the partytoday']);
    expect(screen.getByText(/^Notes that your players share with you/)).toBeTruthy();
    for (const name of ['New note', 'Deleted notes'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('loads further pages, and updates on events', async () => {
    const { server, shell, user } = await showNotes();
    server.on(NOTES, ({ query }) =>
      query.has('before')
        ? answer({ notes: [playerNote('Second')] })
        : answer({ notes: [playerNote('First')], next: '1.x' }),
    );
    act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: 'First' }));
    await screen.findByText('First');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Second');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(server.callsTo(NOTES).at(-1)?.query.get('before')).toBe('1.x');
  });

  it('explains an empty page, and shows errors with a retry', async () => {
    const { page } = await showNotes();
    expect(await screen.findByText('No notes yet.')).toBeTruthy();
    page.unmount();
    const { server, user } = await showNotes({ notes: [] });
    server.on(NOTES, () => refuse(503, 'Notes rest.'));
    await screen.findByText('Notes rest.');
    server.on(NOTES, () => answer({ notes: [playerNote('Diary')] }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Diary');
  });

  it('is read only as a player sees it', async () => {
    const { server } = await showNotes({
      role: 'owner',
      notes: [playerNote('Diary')],
      query: '?as=party',
    });
    expect(await rows()).toContain('DiaryMiaThe partytoday');
    expect(screen.queryByRole('button', { name: 'New note' })).toBeNull();
    expect(server.callsTo(NOTES)[0]?.viewAs).toBe('party');
  });
});

describe('a new note of a player', () => {
  it('is private unless chosen otherwise, and opens in the editor', async () => {
    const { server, shell, user } = await showNotes();
    server.on(CREATE, () => answer(ownNote('n1', { author_audience: 'private' }), 201));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    await fillIn(user, await screen.findByLabelText('Name of the note'), ' Suspects ');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Only you' }).checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Create note' }));
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({
      campaign: campaignId,
      title: 'Suspects',
      author_audience: 'private',
      idempotency_key: expect.any(String),
    });
    expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${campaignId}/library/n1?edit=1`);
  });

  it('has another idempotency key for other readers', async () => {
    const { server, user } = await showNotes();
    server.on(CREATE, () => refuse(409, 'You have 300 notes.'));
    await user.click(await screen.findByRole('button', { name: 'New note' }));
    await fillIn(user, await screen.findByLabelText('Name of the note'), 'Plan');
    const create = async () => {
      await user.click(screen.getByRole('button', { name: 'Create note' }));
      await screen.findByText('You have 300 notes.');
    };
    await create();
    await create();
    await user.click(screen.getByRole('radio', { name: 'The party' }));
    await create();
    const sent = server.callsTo(CREATE).map(({ body }) => body as Record<string, string>);
    expect(sent.map(({ author_audience }) => author_audience)).toEqual([
      'private',
      'private',
      'party',
    ]);
    const [first, again, other] = sent.map(({ idempotency_key }) => idempotency_key);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('deleted notes', () => {
  const deleted = (id: string): TrashedDocument => ({
    ...ownNote(id, { author_audience: 'private' }),
    deleted_at: '2026-11-20T20:15:00.000Z',
    goes_at: '2999-11-20T20:15:00.000Z',
  });

  it('are restored, or deleted permanently after a second press', async () => {
    const { server, shell, user } = await showNotes({ trash: [deleted('One'), deleted('Two')] });
    await user.click(await screen.findByRole('button', { name: 'Deleted notes' }));
    const restore = 'POST /api/documents/:id/restore/';
    server.on(restore, () => answer(ownNote('One', { author_audience: 'private' })));
    server.on('GET /api/documents/notes/trash/', () => answer([deleted('Two')]));
    await user.click(await screen.findByRole('button', { name: 'Restore One' }));
    expect(server.callsTo(restore)).toHaveLength(1);
    expect(shell.toasts.at(-1)?.message).toBe('One is restored. Only you can read this note now.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Deleted notes' }));
    const remove = 'DELETE /api/documents/trash/:id/';
    server.on(remove, () => noContent());
    server.on('GET /api/documents/notes/trash/', () => answer([]));
    const name = 'Delete permanently: Two';
    await user.click(screen.getByRole('button', { name }));
    expect(server.callsTo(remove)).toEqual([]);
    await user.click(screen.getByRole('button', { name }));
    await screen.findByText('Notes that you delete stay here for 30 days.');
    expect(server.callsTo(remove)).toHaveLength(1);
  });
});
