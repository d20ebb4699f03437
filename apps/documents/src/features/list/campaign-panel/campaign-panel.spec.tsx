import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  cutOff,
  fakePerson,
  fillIn,
  held,
  noContent,
  refuse,
  refuseSilently,
} from '@tomekeeper/remote-kit/testing';
import {
  campaignId,
  deathHouse,
  documents,
  map,
  rowOf,
  rows,
  showDocuments,
  showPanel,
} from '../../../testing/show-panel';

const LIST = 'GET /api/documents/';

/** Text of the example around an element; not for screen readers. */
const exampleOf = (row: HTMLElement) => row.closest('[aria-hidden=true]')?.textContent;

describe('the documents of a campaign', () => {
  it('are asked for once, when a tenth of the panel is on the screen: "Documents panel loads at visibility" 10%', async () => {
    const { server, viewport } = showPanel({});
    expect(screen.getByRole('heading', { name: 'Documents' })).toBeTruthy();
    expect(viewport.thresholds).toEqual([0.1]);
    await viewport.scroll(false);
    expect(server.calls).toEqual([]);

    await viewport.scroll(true);
    await viewport.scroll(false);
    await viewport.scroll(true);
    expect(await screen.findByText('Map of Barovia.png')).toBeTruthy();
    expect(server.callsTo(LIST).map(({ query }) => query.get('campaign'))).toEqual([campaignId]);
  });

  it('have name, audience and date, in the order of the server', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-23T20:15:00.000Z'), advanceTimers: true });
    await showDocuments({ isOwner: false });
    expect(rows()).toEqual([
      'Death House.pdfSpoilers3 days ago',
      'Map of Barovia.pngPublic3 days ago',
    ]);
    jest.useRealTimers();
    expect(rowOf('Map of Barovia.png').querySelector('time')?.dateTime).toBe(
      '2026-11-20T20:15:00.000Z',
    );
  });

  it('are called by their key when they came without a name', async () => {
    await showDocuments({ list: [{ ...map, original_filename: '' }] });
    expect(screen.getByRole('link', { name: 'campaigns/strahd/2' })).toBeTruthy();
  });

  it('of other campaigns are left out, should the server send them', async () => {
    await showDocuments({ list: [map, { ...deathHouse, campaign: 'another' }] });
    expect(rows()).toHaveLength(1);
  });

  it('are a co-GM’s to change too, whose own ways to add and to delete are the library’s', async () => {
    const { server, shell, user } = await showDocuments({ role: 'co_gm' });
    const row = within(rowOf('Death House.pdf'));
    expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Reveal Death House.pdf',
      'Show now: Death House.pdf',
      'Rename Death House.pdf',
      'Move to trash: Death House.pdf',
      'More for Death House.pdf',
    ]);
    for (const name of ['Choose files…', 'Choose a folder…', 'Trash'])
      screen.getByRole('button', { name });
    expect(screen.queryByRole('button', { name: 'Upload Document' })).toBeNull();
    screen.getByRole('button', { name: 'New note' });
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();

    server.on('DELETE /api/documents/:id/', noContent);
    server.on('POST /api/documents/:id/restore/', () => answer(deathHouse));
    await user.click(row.getByRole('button', { name: 'Move to trash: Death House.pdf' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(shell.toasts[0]?.message).toBe('Death House is in the trash.');
    act(() => shell.toasts[0]?.action?.run());
    await waitFor(() => expect(rows()).toHaveLength(2));

    server.on('DELETE /api/documents/:id/', () => refuse(503, 'Please try again.'));
    await user.click(screen.getByRole('button', { name: 'Move to trash: Death House.pdf' }));
    await waitFor(() => expect(shell.toasts.at(-1)?.message).toBe('Please try again.'));
    expect(rows()).toHaveLength(2);
  });

  it('are moved to the trash many at once by a co-GM', async () => {
    const { server, user } = await showDocuments({ role: 'co_gm' });
    server.on('DELETE /api/documents/:id/', noContent);
    await user.click(screen.getByLabelText('Select Death House.pdf'));
    await user.click(screen.getByLabelText('Select Map of Barovia.png'));
    await user.click(screen.getByRole('button', { name: 'Move 2 to trash' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Move to trash' }));
    await user.click(dialog.getByRole('button', { name: 'Move to trash' }));
    expect(await screen.findByText('No documents yet.')).toBeTruthy();
  });

  it('are refetched and the old ones removed when the user gains or loses the GM role', async () => {
    const { server, becomes } = await showDocuments({ role: 'player', list: [map] });
    server.on(LIST, () => answer({ documents: [deathHouse, map] }));
    becomes('owner');
    expect(await screen.findByText('Death House.pdf')).toBeTruthy();
    screen.getByRole('button', { name: 'Upload Document' });
    becomes('co_gm');
    expect(server.callsTo(LIST)).toHaveLength(2);

    const later = held();
    server.on(LIST, () => later.promise);
    becomes('player');
    await waitFor(() => expect(document.body.textContent).not.toContain('Death House'));
    await act(async () => later.release(answer({ documents: [map] })));
    await screen.findByText('Map of Barovia.png');
  });

  it('show no controls to a player', async () => {
    await showDocuments({ role: 'player' });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('can be changed only by the owner if the role is missing', async () => {
    const { page } = await showDocuments();
    const row = within(rowOf('Death House.pdf'));
    // The accessible name includes the document; the visible label does not.
    for (const words of ['Reveal', 'Rename', 'Delete']) {
      const button = row.getByRole('button', { name: `${words} Death House.pdf` });
      expect(button.textContent).toBe(words);
    }
    within(rowOf('Map of Barovia.png')).getByRole('button', { name: 'Hide Map of Barovia.png' });
    screen.getByRole('button', { name: 'Upload Document' });
    page.unmount();

    await showDocuments({ isOwner: false });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Death House.pdf',
      'Map of Barovia.png',
      'Open the library',
    ]);
  });

  it('say to the owner and to a player that there are none yet', async () => {
    const owner = showPanel({ list: [] });
    await owner.viewport.scroll(true);
    expect(await screen.findByText('No documents yet.')).toBeTruthy();
    expect(screen.getByText(/Upload maps, handouts and notes/)).toBeTruthy();
    expect(exampleOf(screen.getByText('Who rings at night'))).toContain('Spoilers');
    owner.page.unmount();

    const player = showPanel({ list: [], isOwner: false });
    await player.viewport.scroll(true);
    expect(await screen.findByText(/Documents that your game master shares/)).toBeTruthy();
    expect(exampleOf(screen.getByText('A letter from the abbot'))).not.toMatch(/Spoilers|Public/);
  });

  it.each([
    ["the server's sentence", () => refuse(403, 'Not now.'), 'Not now.'],
    ['a separate sentence', () => refuseSilently(500), 'Unable to load documents.'],
  ])('say with %s that they could not be loaded, and try again', async (_, fails, text) => {
    const { server, viewport, user } = showPanel({});
    server.on(LIST, fails);
    await viewport.scroll(true);
    expect((await screen.findByRole('alert')).textContent).toContain(text);

    server.on(LIST, () => answer({ documents: [map] }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Map of Barovia.png')).toBeTruthy();
  });

  it('say that the network failed', async () => {
    const { server, viewport } = showPanel({});
    server.on(LIST, cutOff);
    await viewport.scroll(true);
    const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
    expect(alert.textContent).toContain('Unable to load documents.');
    expect(alert.textContent).toContain('Network Error');
  });

  it('can be filtered by name when there are more than a handful', async () => {
    const few = await showDocuments({ list: documents(6) });
    expect(screen.queryByLabelText('Filter by name')).toBeNull();
    few.page.unmount();

    const { user } = await showDocuments({ list: documents(12) });
    await fillIn(user, screen.getByLabelText('Filter by name'), 'page 1');
    expect(rows()).toHaveLength(4);
    await user.type(screen.getByLabelText('Filter by name'), '3');
    expect(screen.getByText('No document is called “page 13”.')).toBeTruthy();
  });

  it('are removed from the page when another user signs in', async () => {
    const { shell, server } = await showDocuments();
    const later = held();
    server.on(LIST, () => later.promise);
    act(() => shell.session.signIn(fakePerson('Lucy')));
    await screen.findByText('Loading documents…');
    expect(document.body.textContent).not.toContain('Death House');
    await act(async () => later.release(answer({ documents: [map] })));
    await screen.findByText('Map of Barovia.png');
    expect(document.body.textContent).not.toContain('Death House');
  });
});
