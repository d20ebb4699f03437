import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, fakeStorage, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { campaignId } from '../../../testing/show-panel';
import { showTransfers } from '../../../testing/show-transfers';
import { FakeViewport } from '../../../testing/fake-viewport';

const ONE = 'GET /api/imports/:id/';
const LIST = 'GET /api/imports/';
const REVISE = 'PATCH /api/imports/:id/';
const UNDO = 'POST /api/imports/:id/undo/';
const id = 'b0000000-0000-4000-8000-000000000001';
const document = { id: 'b0000000-0000-4000-8000-000000000002', title: 'Old Mill' };

const summary = (change: object = {}) => ({
  ...{ id, campaign: campaignId, file_name: 'Vault.zip', format: 'obsidian' },
  ...{ state: 'review', progress: 1, created_at: '2026-11-29T10:00:00.000Z', ...change },
});
const item = (number: number, change: object = {}) => ({
  ...{ number, kind: 'note', path: `Vault/NPCs/Note ${number}.md`, title: `Note ${number}` },
  ...{ tags: [], is_spoilers: true, action: 'add', passages: 3, ...change },
});
const counts = {
  ...{ notes: 0, files: 0, unchanged: 0, changed: 0, edited: 0, problems: 0, unresolved: 0 },
};
const review = (items: object[], change: object = {}) => ({
  ...{ counts: { ...counts, notes: items.length }, room: 100, items, problems: [], ...change },
});

/** A chosen file; jsdom has no `webkitRelativePath`. */
const zip = () =>
  Object.defineProperty(new File(['zip'], 'Vault.zip'), 'webkitRelativePath', { value: '' });

const puts = fakeStorage();
beforeEach(() => new FakeViewport().install());
afterEach(() => jest.useRealTimers());

const row = (title: string) =>
  within(screen.getByRole('checkbox', { name: `Import ${title}` }).closest('li')!);
const commitButton = (name: string) => screen.findByRole('button', { name });

describe('the import page', () => {
  it('uploads a file without asking for its audience, and opens its import', async () => {
    const { server, shell, user } = await showTransfers({
      page: 'import',
      serve: (server) =>
        server
          .on(LIST, () => answer({ imports: [] }))
          .on('POST /api/documents/presign/', () =>
            answer({ upload_url: 'http://storage.test/1', key: 'imports/1', headers: {} }),
          )
          .on('POST /api/imports/', () => answer(summary({ state: 'waiting' }), 201)),
    });
    await screen.findByRole('button', { name: 'Choose a zip or file…' });
    await user.upload(screen.getByLabelText('Choose a zip or file…', { selector: 'input' }), zip());
    await waitFor(() => expect(puts).toHaveLength(1));
    await puts[0]?.progress(1, 4);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    await puts[0]?.answer(200);
    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([
        { to: `/campaigns/${campaignId}/import/${id}`, replace: false },
      ]),
    );
    expect(server.callsTo('POST /api/documents/presign/')[0]?.body).toMatchObject({
      ...{ campaign: campaignId, file_name: 'Vault.zip', size: 3, purpose: 'import' },
    });
    expect(server.callsTo('POST /api/imports/')[0]?.body).toEqual({
      ...{ campaign: campaignId, key: 'imports/1' },
    });
  });

  it('cancels an upload, and repeats only the last step of an arrived upload', async () => {
    let isFull = true;
    const { server, user } = await showTransfers({
      page: 'import',
      serve: (server) =>
        server
          .on(LIST, () => answer({ imports: [] }))
          .on('POST /api/documents/presign/', () =>
            answer({ upload_url: 'http://storage.test/1', key: 'imports/1', headers: {} }),
          )
          .on('POST /api/imports/', () =>
            isFull ? refuse(409, 'Finish or cancel one first.') : answer(summary(), 201),
          ),
    });
    const choose = async () =>
      user.upload(
        await screen.findByLabelText('Choose a zip or file…', { selector: 'input' }),
        zip(),
      );
    await choose();
    await waitFor(() => expect(puts).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(puts[0]?.isAborted).toBe(true);
    await choose();
    await waitFor(() => expect(puts).toHaveLength(2));
    await puts[1]?.answer(200);
    await screen.findByText('Finish or cancel one first.');
    isFull = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.callsTo('POST /api/imports/')).toHaveLength(2));
    expect(puts).toHaveLength(2);
  });

  it('lists the last imports with their state, and undoes one', async () => {
    let state = 'done';
    const changed = [
      { ...document, reason: 'imported_again' },
      { id: 'c', title: 'Rules', reason: 'replaced' },
    ];
    const { server, user, shell } = await showTransfers({
      page: 'import',
      serve: (server) =>
        server
          .on(LIST, () =>
            answer({
              imports: [
                summary({ state, undo_until: '2126-12-01T10:00:00.000Z', document_count: 14 }),
                summary({ id: 'failed', file_name: 'Old.zip', state: 'failed', failure: 'locked' }),
              ],
            }),
          )
          .on(ONE, () => answer(summary({ state, players_see: 3 })))
          .on(UNDO, ({ body }) =>
            answer(
              Object.keys(body as object).length > 0
                ? { trashed: 1, changed: [] }
                : { trashed: 12, changed },
            ),
          ),
    });
    const old = await screen.findByRole('link', { name: 'Old.zip' });
    expect(old.getAttribute('href')).toBe(`/campaigns/${campaignId}/import/failed`);
    expect(old.closest('li')?.textContent).toContain('Failed');
    const done = screen.getByRole('link', { name: 'Vault.zip' }).closest('li')!;
    expect(done.textContent).toMatch(/Imported · Markdown · 14 documents · .*29.*:00/);
    await user.click(screen.getByRole('button', { name: 'Undo import of Vault.zip' }));
    const confirm = screen.getByRole('dialog', { name: 'Undo this import?' });
    await within(confirm).findByText(/^Players see 3 documents of this import now/);
    await user.click(within(confirm).getByRole('button', { name: 'Undo import' }));
    const asked = await screen.findByRole('dialog', {
      name: 'Move changed documents to the trash?',
    });
    expect(asked.textContent).toContain('12 documents moved to the trash.');
    expect(asked.textContent).toContain('Rules: existed before the import.');
    const oldMill = within(asked).getByRole('checkbox', { name: 'Old Mill' });
    expect(asked.textContent).toContain('replaced by a later import');
    await user.click(oldMill);
    state = 'undone';
    await user.click(within(asked).getByRole('button', { name: 'Move 1 to trash' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('13 documents moved to the trash.'));
    expect(server.callsTo(UNDO).map(({ body }) => body)).toEqual([
      {},
      { documents: [document.id] },
    ]);
    expect(screen.queryByRole('button', { name: 'Undo import of Vault.zip' })).toBeNull();
  });

  it.each([
    ['a player', { role: 'player' as const }],
    ['a GM who views as a player', { query: '?as=party' }],
  ])('does not exist for %s, without calls for imports', async (_, options) => {
    const { server } = await showTransfers({ page: 'import', ...options });
    await screen.findByText('There is no such page for players.');
    expect(screen.queryByRole('button', { name: 'Choose a folder…' })).toBeNull();
    expect(server.callsTo(LIST)).toEqual([]);
  });

  it('does not exist for a person who is not a member', async () => {
    await showTransfers({ page: 'import', refused: true });
    await screen.findByRole('heading', { level: 1, name: 'There is no such page here.' });
  });
});

describe('an opened import', () => {
  it('polls while the server works on it, and stops with the review', async () => {
    jest.useFakeTimers();
    const states = [
      summary({ state: 'waiting', progress: 0 }),
      summary({ state: 'extracting', progress: 0.4 }),
      summary({ review: review([item(1)]) }),
    ];
    let at = 0;
    const { server } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) => server.on(ONE, () => answer(states[at++])),
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Waiting for other imports')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(screen.getByRole('heading', { level: 2, name: '1 note' })).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.callsTo(ONE)).toHaveLength(3);
  });

  it('is reviewed: every change is sent for its items and displayed at once', async () => {
    const items = [
      item(1, { title: 'Mira', read_aloud: 2, gm_passages: 1 }),
      item(2, { title: 'Map', kind: 'file', size: 2048, same_title: document }),
      item(3, { title: 'Keep', since_import: 'edited', action: 'skip', document }),
      item(4, { title: 'Rules', since_import: 'unchanged', action: 'skip', document }),
    ];
    const { server, user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () => answer(summary({ review: review(items) })))
          .on(REVISE, () => answer(summary())),
    });
    await commitButton('Import 2 documents');
    expect(row('Map').getByRole('link', { name: 'Old Mill' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/library/${document.id}`,
    );
    const unchanged = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Import Rules' });
    expect([unchanged.checked, unchanged.disabled]).toEqual([false, true]);

    await user.click(screen.getByRole('checkbox', { name: 'Import Map' }));
    await commitButton('Import 1 document');
    await user.click(row('Keep').getByRole('radio', { name: 'Replace with the source' }));
    await commitButton('Import 2 documents');
    await user.click(row('Mira').getByRole('button', { name: /^Mira/ }));
    await user.clear(row('Mira').getByLabelText('Title'));
    await user.type(row('Mira').getByLabelText('Title'), 'Mira Voss{Enter}');
    await screen.findByRole('checkbox', { name: 'Import Mira Voss' });
    await user.click(row('Mira Voss').getByRole('button', { name: /^Mira/ }));
    await user.selectOptions(row('Mira Voss').getByLabelText('Category'), 'Person');
    await user.click(
      row('Mira Voss').getByRole('checkbox', { name: /^Reveal boxes to read aloud/ }),
    );
    await user.selectOptions(row('Mira Voss').getByLabelText('Audience'), 'Public');
    await waitFor(() => expect(server.callsTo(REVISE)).toHaveLength(6));
    expect(server.callsTo(REVISE).map(({ body }) => body)).toEqual([
      { items: [2], set: { action: 'skip' } },
      { items: [3], set: { action: 'replace' } },
      { items: [1], set: { title: 'Mira Voss' } },
      { items: [1], set: { category: 'person' } },
      { items: [1], set: { reveal_read_aloud: true } },
      { items: [1], set: { is_spoilers: false } },
    ]);
  });

  it('takes a failed change back', async () => {
    const { user, shell } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () => answer(summary({ review: review([item(1)]) })))
          .on(REVISE, () => refuse(409, 'The state of the import has changed.')),
    });
    await commitButton('Import 1 document');
    await user.click(screen.getByRole('checkbox', { name: 'Import Note 1' }));
    await waitFor(() =>
      expect(shell.toasts[0]?.message).toBe('The state of the import has changed.'),
    );
    await commitButton('Import 1 document');
  });

  it('changes all items of a folder or filter, of all pages', async () => {
    const first = [item(1), item(2, { path: 'Vault/Places/Mill.md' })];
    const second = [item(3), item(4, { since_import: 'changed', action: 'replace', document })];
    const all = { counts: { ...counts, notes: 4, changed: 1 } };
    const { server, user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, ({ query }) =>
            answer(
              summary({
                review:
                  query.get('after') === '2'
                    ? review(second, all)
                    : review(first, { ...all, next: 2 }),
              }),
            ),
          )
          .on(REVISE, () => answer(summary())),
    });
    await commitButton('Import 4 documents');
    await user.click(screen.getByRole('button', { name: 'Change all in Vault/NPCs' }));
    await user.click(screen.getByRole('menuitem', { name: 'Skip all' }));
    await commitButton('Import 1 document');
    await user.click(screen.getByRole('button', { name: /^New/ }));
    expect(screen.queryByRole('checkbox', { name: 'Import Note 4' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change all 3 in this list' }));
    await user.click(screen.getByRole('menuitem', { name: 'Replace tags…' }));
    const dialog = screen.getByRole('dialog', { name: 'Replace tags of 3 documents' });
    await fillIn(user, within(dialog).getByLabelText('Tags'), 'npcs, harbor');
    await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(server.callsTo(REVISE)).toHaveLength(2));
    expect(server.callsTo(REVISE).map(({ body }) => body)).toEqual([
      { items: [1, 3, 4], set: { action: 'skip' } },
      { items: [1, 2, 3], set: { tags: ['npcs', 'harbor'] } },
    ]);
  });

  it('reveals the boxes of all notes only if the GM asks for it', async () => {
    const { server, user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () => answer(summary({ review: review([item(1, { read_aloud: 1 }), item(2)]) })))
          .on(REVISE, () => answer(summary())),
    });
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Reveal 1 note/ });
    expect(box.checked).toBe(false);
    await user.click(box);
    expect(box.checked).toBe(true);
    await waitFor(() =>
      expect(server.callsTo(REVISE)[0]?.body).toEqual({
        items: [1],
        set: { reveal_read_aloud: true },
      }),
    );
  });

  it('names problems and unresolved links with path, reason and advice', async () => {
    const { user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server.on(ONE, () =>
          answer(
            summary({
              review: review([item(1, { unresolved: ['Tower'] }), item(2)], {
                counts: { ...counts, notes: 2, problems: 201, unresolved: 1 },
                problems: [{ path: 'Vault/Plan.docx', reason: 'locked' }],
              }),
            }),
          ),
        ),
    });
    await screen.findByRole('heading', { name: '2 notes, 201 problems' });
    await user.click(screen.getByRole('button', { name: /^Problems/ }));
    expect(screen.getByRole('list', { name: 'Problems' }).textContent).toBe(
      'Vault/Plan.docxThe file is protected by a password.Save it without the password, then import again.',
    );
    expect(screen.getByText('and 200 more')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Unresolved links/ }));
    expect(screen.getByRole('list', { name: 'Unresolved links' }).textContent).toBe(
      'Vault/NPCs/Note 1.mdTower',
    );
  });

  it('cannot start without room, and names the number to leave out', async () => {
    const { user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () =>
            answer(summary({ review: review([item(1), item(2), item(3)], { room: 1 }) })),
          )
          .on(REVISE, () => answer(summary())),
    });
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Import 3 documents',
    });
    expect(button.disabled).toBe(true);
    expect(
      screen.getByText('The campaign has room for 1 more document. Leave out 2.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Import Note 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Import Note 2' }));
    const enabled = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Import 1 document',
    });
    expect(enabled.disabled).toBe(false);
  });

  it('is saved, with links to its documents', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    let now = summary({ review: review([item(1)]) }) as object;
    const { server } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () => answer(now))
          .on('POST /api/imports/:id/commit/', () => {
            now = summary({ state: 'saving', progress: 0.5 });
            return answer(now);
          }),
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    await user.click(screen.getByRole('button', { name: 'Import 1 document' }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Adding documents to the campaign')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull();
    now = summary({
      ...{ state: 'done', undo_until: '2126-12-01T10:00:00.000Z', documents: [document] },
    });
    await act(() => jest.advanceTimersByTimeAsync(1_600));
    expect(screen.getByRole('heading', { name: '1 document imported' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Old Mill' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/library/${document.id}`,
    );
    expect(screen.getByRole('button', { name: 'Undo import of Vault.zip' })).toBeTruthy();
    expect(server.callsTo('POST /api/imports/:id/commit/')).toHaveLength(1);
  });

  it('counts the documents of a large import over all pages', async () => {
    const done = { state: 'done', undo_until: '2126-12-01T10:00:00.000Z' };
    const page = (count: number) => Array.from({ length: count }, () => document);
    await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server.on(ONE, ({ query }) =>
          answer(
            query.get('after') === '200'
              ? summary({ ...done, documents: page(50) })
              : summary({ ...done, documents: page(200), next: 200 }),
          ),
        ),
    });
    await screen.findByRole('heading', { name: '250 documents imported' });
  });

  it('is canceled after a question', async () => {
    let now = summary({ review: review([item(1)]) }) as object;
    const { server, user } = await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server
          .on(ONE, () => answer(now))
          .on('DELETE /api/imports/:id/', () => {
            now = summary({ state: 'cancelled' });
            return noContent();
          }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel import' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel this import?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel import' }));
    await screen.findByText('The import was canceled.');
    expect(server.callsTo('DELETE /api/imports/:id/')).toHaveLength(1);
  });

  it('names the reason of a failure and the next step', async () => {
    await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) =>
        server.on(ONE, () => answer(summary({ state: 'failed', failure: 'locked' }))),
    });
    await screen.findByText('The file is protected by a password.');
    expect(screen.getByRole('link', { name: 'Choose another file' }).getAttribute('href')).toBe(
      `/campaigns/${campaignId}/import`,
    );
  });

  it.each([
    ['does not exist', () => refuse(404, 'Not found.')],
    ['belongs to another campaign', () => answer(summary({ campaign: id }))],
  ])('is not displayed if it %s', async (_, given) => {
    await showTransfers({
      page: 'import',
      opened: id,
      serve: (server) => server.on(ONE, given),
    });
    await screen.findByText('The import is not here any more.');
  });
});
