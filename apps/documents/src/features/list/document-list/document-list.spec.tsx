import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { pretendPhone } from '../../../testing/fake-media';
import {
  deathHouse,
  documents,
  map,
  rowOf,
  rows,
  showDocuments,
  showPanel,
} from '../../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';
const DELETE = 'DELETE /api/documents/:id/';
const secrets = documents(12).map((document, index) => ({ ...document, is_spoilers: index < 3 }));
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const secretRows = () => rows().filter((row) => row?.includes('Spoilers'));
const bar = () => screen.queryByRole('group', { name: 'Selected documents' });
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .flatMap((one, index) => (one.checked ? [index] : []));

beforeEach(() => localStorage.clear());

describe('a list of many documents', () => {
  it('is sorted as wished, also at the next visit', async () => {
    const list = [map, { ...deathHouse, original_filename: 'Aaa.txt' }];
    const many = [...list, ...documents(8)];
    const { user, page } = await showDocuments({ list: many });
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
    expect(rows()[0]).toMatch(/^Aaa\.txt/);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Kind');
    expect(rows().at(-1)).toMatch(/^Map of Barovia\.png/);
    page.unmount();
    await showDocuments({ list: many });
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('kind');
  });

  it('opens one of sixty by a letter and Enter', async () => {
    const { user, shell } = await showDocuments({ list: [...documents(59), map] });
    await user.type(screen.getByLabelText('Filter by name'), 'b{Enter}');
    expect(shell.routing.navigations.map(({ to }) => to)).toEqual([
      `/campaigns/${map.campaign}/library/${map.id}`,
    ]);
  });

  it('prefers title matches to tag matches', async () => {
    const tagged = { ...deathHouse, tags: ['maps'], pinned: true };
    const { user, shell } = await showDocuments({ list: [tagged, ...documents(8), map] });
    await user.type(screen.getByLabelText('Filter by name'), 'map{Enter}');
    expect(shell.routing.navigations.map(({ to }) => to)).toEqual([
      `/campaigns/${map.campaign}/library/${map.id}`,
    ]);
  });

  it('is walked through by the arrow keys', async () => {
    const { user } = await showDocuments({ list: documents(8) });
    screen.getByRole('link', { name: 'Page 1.md' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Page 2.md');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Page 8.md');
    await user.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Page 1.md');
  });
});

describe('choosing several documents', () => {
  it('extends the selection with Shift, by mouse and keyboard', async () => {
    const { user } = await showDocuments({ list: secrets });
    await user.click(box('Page 2.md'));
    await user.keyboard('{Shift>}');
    await user.click(box('Page 4.md'));
    await user.keyboard('{/Shift}');
    expect(chosen()).toEqual([1, 2, 3]);
    box('Page 8.md').focus();
    await user.keyboard(' ');
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(chosen()).toEqual([7, 8, 9]);
  });

  it('takes all that is shown with Ctrl A, and none with Escape', async () => {
    const { user } = await showDocuments({ list: secrets });
    await fillIn(user, screen.getByLabelText('Filter by name'), 'page 1');
    box('Page 1.md').focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(within(bar()!).getByText('4 selected')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(bar()).toBeNull();
  });

  it('excludes filtered documents', async () => {
    const { user } = await showDocuments({ list: secrets });
    box('Page 1.md').focus();
    await user.keyboard('{Control>}a{/Control}');
    await fillIn(user, screen.getByLabelText('Filter by name'), 'page 12');
    expect(within(bar()!).getByRole('button', { name: 'Delete 1' })).toBeTruthy();
  });

  it('reveals secret documents, announces it, and offers undo', async () => {
    const { user, server, shell } = await showDocuments({ list: secrets });
    server.on(PATCH, ({ params, body }) =>
      answer({ ...secrets.find(({ id }) => id === params['id']), ...(body as object) }),
    );
    box('Page 1.md').focus();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(within(bar()!).getByRole('button', { name: 'Reveal 3' }));
    await waitFor(() => expect(bar()).toBeNull());
    expect(secretRows()).toEqual([]);
    expect(server.callsTo(PATCH).map(({ params }) => params['id'])).toEqual(
      secrets.slice(0, 3).map(({ id }) => id),
    );
    expect(shell.toasts[0]?.message).toBe('3 documents were revealed to the players.');

    act(() => shell.toasts[0]?.action?.run());
    within(bar()!).getByText('Undoing 1 of 3…');
    expect(within(bar()!).queryByRole('button')).toBeNull();
    await waitFor(() => expect(secretRows()).toHaveLength(3));
    expect(shell.toasts[1]).toEqual({
      message: '3 documents were hidden from the players.',
      tone: 'success',
    });
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('says which undo failed', async () => {
    const { user, server, shell } = await showDocuments({ list: secrets });
    server.on(PATCH, ({ params, body }) =>
      answer({ ...secrets.find(({ id }) => id === params['id']), ...(body as object) }),
    );
    await user.click(box('Page 1.md'));
    await user.click(within(bar()!).getByRole('button', { name: 'Reveal 1' }));
    await waitFor(() => expect(bar()).toBeNull());
    server.on(PATCH, () => refuse(503, 'Documents rest.'));
    act(() => shell.toasts[0]?.action?.run());
    await waitFor(() =>
      expect(shell.toasts.at(-1)).toEqual({
        message: 'Could not undo the change of one document. Documents rest.',
        tone: 'error',
      }),
    );
  });

  it('leads to the print page with the selected documents', async () => {
    const { user, shell } = await showDocuments({ list: secrets });
    await user.click(box('Page 1.md'));
    await user.click(within(bar()!).getByRole('button', { name: 'Print' }));
    const query = new URLSearchParams({ documents: secrets[0]!.id });
    expect(shell.routing.navigations.at(-1)?.to).toMatch(new RegExp(`/print\\?${query}$`));
  });

  it('has the other actions in a menu on phones', async () => {
    const stopPretending = pretendPhone();
    const { user } = await showDocuments({ list: secrets });
    await user.click(box('Page 1.md'));
    const shown = () =>
      within(bar()!)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(shown()).toEqual(['Reveal 1', '', 'Clear']);
    await user.click(within(bar()!).getByRole('button', { name: 'More actions' }));
    await user.click(within(bar()!).getByRole('menuitem', { name: 'Select all' }));
    within(bar()!).getByText('12 selected');
    stopPretending();
  });

  it('undoes each document by its ledger entry, so that passages regain their audience', async () => {
    const { user, server, shell } = await showDocuments({ list: secrets });
    const ACTS = 'DELETE /api/documents/:id/acts/:act/';
    server
      .on(PATCH, ({ params, body }) =>
        answer({
          ...secrets.find(({ id }) => id === params['id']),
          ...(body as object),
          act: `act of ${params['id']}`,
        }),
      )
      .on(ACTS, () => noContent());
    await user.click(box('Page 1.md'));
    await user.click(within(bar()!).getByRole('button', { name: 'Reveal 1' }));
    await waitFor(() => expect(secretRows()).toHaveLength(2));
    shell.toasts[0]?.action?.run();
    await waitFor(() => expect(secretRows()).toHaveLength(3));
    expect(server.callsTo(ACTS)[0]?.params['act']).toBe(`act of ${secrets[0]?.id}`);
    expect(server.callsTo(PATCH)).toHaveLength(1);
  });

  it('deletes after one confirmation, and lists failures', async () => {
    const { user, server, shell } = await showDocuments({ list: secrets });
    server.on(DELETE, ({ params }) =>
      params['id'] === secrets[1]?.id ? refuse(503, 'Documents rest.') : noContent(),
    );
    await user.click(box('Page 1.md'));
    await user.click(box('Page 2.md'));
    await user.click(within(bar()!).getByRole('button', { name: 'Delete 2' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete documents' }));
    dialog.getByText('Are you sure you want to delete 2 documents?');
    dialog.getByText('Page 2.md');
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(rows()).toHaveLength(11));
    rowOf('Page 2.md');
    expect(shell.toasts.map(({ message }) => message)).toEqual([
      'Page 1 was deleted.',
      'Could not delete one document. Documents rest.',
    ]);
    server.on('POST /api/documents/:id/restore/', () => answer(secrets[0]));
    shell.toasts[0]?.action?.run();
    await waitFor(() => expect(rows()).toHaveLength(12));
    expect(shell.toasts.at(-1)?.message).toBe('Page 1 was restored.');
  });

  it('tags and pins them, and finds them by tag and folder', async () => {
    const tagged = secrets.map((document) => ({ ...document, tags: ['maps'], pinned: false }));
    const { user, server, shell } = await showDocuments({ list: tagged });
    server.on(PATCH, ({ params, body }) =>
      answer({ ...tagged.find(({ id }) => id === params['id']), ...(body as object) }),
    );
    await user.click(box('Page 11.md'));
    await user.click(box('Page 12.md'));
    await user.click(within(bar()!).getByRole('button', { name: 'Tags' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Tags' }));
    await fillIn(user, dialog.getByLabelText('Add tags'), 'npcs/barovia');
    await user.click(dialog.getByRole('checkbox', { name: 'maps' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getAllByText('npcs/barovia')).toHaveLength(2));
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { tags: ['npcs/barovia'] },
      { tags: ['npcs/barovia'] },
    ]);
    shell.toasts.at(-1)?.action?.run();
    await waitFor(() => expect(shell.toasts.at(-1)?.message).toMatch(/tagged as before\.$/));
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { tags: ['npcs/barovia'] },
      { tags: ['npcs/barovia'] },
      { tags: ['maps'] },
      { tags: ['maps'] },
    ]);
    await user.click(within(bar()!).getByRole('button', { name: 'Tags' }));
    const again = within(screen.getByRole('dialog', { name: 'Tags' }));
    await fillIn(user, again.getByLabelText('Add tags'), 'npcs/barovia');
    await user.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getAllByText('npcs/barovia')).toHaveLength(2));
    await user.selectOptions(screen.getByLabelText('Tag'), 'npcs');
    expect(rows()).toHaveLength(2);
    await user.click(within(bar()!).getByRole('button', { name: 'Pin 2' }));
    await waitFor(() => expect(bar()).toBeNull());
    await user.selectOptions(screen.getByLabelText('Tag'), 'All');
    expect(rows()[0]).toContain('Pinned');
    shell.toasts.at(-1)?.action?.run();
    await waitFor(() => expect(screen.queryByText('Pinned')).toBeNull());
  });

  it('tags and pins a single one from its own menu', async () => {
    const list = [{ ...map, tags: [], pinned: false }];
    const { user, server } = await showDocuments({ list });
    server.on(PATCH, ({ body }) => answer({ ...list[0], ...(body as object) }));
    const more = async (what: string) => {
      await user.click(screen.getByRole('button', { name: 'More for Map of Barovia.png' }));
      await user.click(screen.getByRole('menuitem', { name: what }));
    };
    await more('Tags…');
    const dialog = within(await screen.findByRole('dialog', { name: /^Tags of Map/ }));
    await fillIn(user, dialog.getByLabelText('Add tags'), 'places');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('places');
    await more('Pin to the top');
    await screen.findByText('Pinned');
    await more('Unpin');
    await waitFor(() => expect(screen.queryByText('Pinned')).toBeNull());
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { tags: ['places'] },
      { pinned: true },
      { pinned: false },
    ]);
  });

  it('is for owners alone', async () => {
    await showDocuments({ list: documents(8), isOwner: false });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('unread documents', () => {
  const NEWS = 'GET /api/documents/news/';
  const ALL_READ = 'PUT /api/documents/news/read/';
  const item = (document: string, more: object = {}) => ({
    ...{ document, kind: 'document', title: 'A title', at: '2026-11-22T12:00:00.000Z' },
    ...more,
  });
  const show = async (news: object[]) => {
    const list = [{ ...deathHouse, is_spoilers: false }, map];
    const panel = showPanel({ isOwner: false, list });
    panel.server.on(NEWS, () => answer({ news }));
    await panel.viewport.scroll(true);
    return panel;
  };
  const marked = () => screen.queryAllByText('New').map((mark) => mark.closest('li')?.textContent);

  it('are marked, and notes with new passages', async () => {
    await show([item(deathHouse.id), item(map.id, { passages: 2 }), item('not listed')]);
    expect(await screen.findByText('2 new since you last looked')).toBeTruthy();
    expect(marked()).toEqual([expect.stringMatching(/^Death House/)]);
    expect(screen.getByText('2 new passages')).toBeTruthy();
  });

  it('can be marked as read all at once', async () => {
    const { user, server } = await show([item(deathHouse.id)]);
    server.on(ALL_READ, () => noContent());
    await screen.findByText('New');
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(marked()).toEqual([]);
    await waitFor(() =>
      expect(server.callsTo(ALL_READ)[0]?.body).toEqual({ campaign: map.campaign }),
    );
  });

  it('are marked again if that fails', async () => {
    const { user, server, shell } = await show([item(deathHouse.id)]);
    server.on(ALL_READ, () => refuse(503, 'Not now.'));
    await screen.findByText('New');
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(marked()).toHaveLength(1));
    expect(shell.announcements).toContain('Unable to mark all as read. Please try again.');
  });
});
