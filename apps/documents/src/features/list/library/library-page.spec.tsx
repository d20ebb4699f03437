import { screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn } from '@tomekeeper/remote-kit/testing';
import { documents as remote } from '../../../../remote.config';
import { showLibrary as show, type LibraryOptions } from '../../../testing/show-library';
import {
  campaignId,
  deathHouse,
  documents,
  map,
  rows,
  SPOILER_CHECK,
} from '../../../testing/show-panel';

const PATH = `/campaigns/${campaignId}/library`;
const tagged = documents(8).map((document, index) => ({
  ...document,
  tags: index < 2 ? ['npcs/barovia'] : index === 2 ? ['npcs'] : [],
}));
const all = [...tagged, deathHouse, map];

const showLibrary = (options: LibraryOptions = {}) => show({ list: all, ...options });

const nameOfButton = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent;

const folders = () => within(screen.getByRole('navigation', { name: 'Folders' }));
const names = () => rows().filter((row) => /Page \d|Map of Barovia|Death House/.test(row ?? ''));

beforeEach(() => localStorage.clear());

describe('the library of a campaign', () => {
  it('requests the calls that its route declares', async () => {
    const { server } = await showLibrary();
    await screen.findByRole('link', { name: 'Map of Barovia' });
    const route = remote.routes.find(({ path }) => path.endsWith('/library'));
    const declared = (route?.calls ?? []).map(({ path }) => path.replace(':id', campaignId));
    expect(declared).toHaveLength(3);
    const requested = server.calls.map(({ path, query }) =>
      query.size ? `${path}?${query}` : path,
    );
    expect(requested).toEqual(expect.arrayContaining(declared));
  });

  it('has every document, its folders, and the ways to add and to take back', async () => {
    const { shell } = await showLibrary();
    await screen.findByRole('link', { name: 'Map of Barovia' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Library');
    expect(shell.routing.title()).toBe('Library · Curse of Strahd');
    expect(names()).toHaveLength(10);
    expect(
      folders()
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['All documents10', 'npcs3', 'barovia2']);
    screen.getByRole('button', { name: 'Choose files…' });
    screen.getByRole('button', { name: 'Trash' });
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('View as your players')).toBe(`${PATH}?as=party`);
  });

  it('opens a folder, and says so in the address', async () => {
    const { user } = await showLibrary();
    await user.click(await screen.findByRole('button', { name: /^barovia/ }));
    expect(names()).toHaveLength(2);
    expect(window.location.search).toBe('?tag=npcs%2Fbarovia');
    await user.click(screen.getByRole('button', { name: /^All documents/ }));
    expect(names()).toHaveLength(10);
    expect(window.location.search).toBe('');
  });

  it('is narrowed down by its address', async () => {
    await showLibrary({ query: '?audience=spoilers&kind=PDF' });
    await screen.findByRole('link', { name: 'Death House' });
    expect(names()).toHaveLength(1);
    expect(screen.getByLabelText<HTMLSelectElement>('Kind').value).toBe('PDF');
    expect(screen.getByLabelText<HTMLSelectElement>('Audience').value).toBe('spoilers');
  });

  it('searches for the query of the URL, and updates the URL while typing', async () => {
    const { user } = await showLibrary({ query: '?q=barovia' });
    const field = await screen.findByLabelText<HTMLInputElement>('Filter by name');
    expect(field.value).toBe('barovia');
    expect(names()).toHaveLength(3);
    await user.clear(field);
    await fillIn(user, field, 'death');
    expect(window.location.search).toBe('?q=death');
  });

  it('shows an empty state if no document matches the filters', async () => {
    const { user } = await showLibrary();
    await user.selectOptions(await screen.findByLabelText('Kind'), 'Picture');
    await user.selectOptions(screen.getByLabelText('Audience'), 'Spoilers');
    expect(screen.getByText('No document is of these.')).toBeTruthy();
  });

  it('shows cards at the next visit where it was left so', async () => {
    const { user, page } = await showLibrary();
    await user.click(await screen.findByRole('button', { name: 'Gallery' }));
    page.unmount();
    await showLibrary();
    await screen.findByRole('link', { name: 'Map of Barovia' });
    expect(screen.getByRole('button', { name: 'Gallery' }).ariaPressed).toBe('true');
    expect(document.querySelector('[data-layout="gallery"]')).toBeTruthy();
  });

  it('shows pinned passages above the documents, and tagged ones in search results', async () => {
    const part = (id: string, title: string, more: object) => ({
      ...{ id, title, document: map.id, tags: [], pinned: false },
      ...more,
    });
    const { user, server } = await showLibrary({
      parts: [
        part('a', 'The cellar', { pinned: true, page: 12 }),
        part('b', 'The attic', { tags: ['areas/mill'] }),
        part('c', 'Of a document that has gone', { pinned: true, document: 'none' }),
      ],
    });
    const cellar = await screen.findByRole('link', { name: 'The cellar' });
    expect(cellar.getAttribute('href')).toBe(`${PATH}/${map.id}#p-a`);
    expect(cellar.closest('li')?.textContent).toBe('The cellarin Map of Barovia, page 12Pinned');
    expect(screen.queryByRole('link', { name: 'The attic' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^areas/ }));
    screen.getByRole('link', { name: 'The attic' });
    expect(screen.queryByRole('link', { name: 'The cellar' })).toBeNull();
    expect(screen.queryByText('Of a document that has gone')).toBeNull();
    expect(server.callsTo('GET /api/documents/parts/')).toHaveLength(1);
  });

  it('shows all pinned passages of documents that are not loaded yet', async () => {
    const all = documents(130);
    const { server } = await showLibrary({
      parts: all.slice(50).map(({ id }, index) => ({
        ...{ id: `part ${index}`, title: `Section ${index}`, document: id },
        ...{ tags: [], pinned: true },
      })),
      serve: (pages) =>
        pages
          .on('GET /api/documents/', ({ query }) => {
            const ids = query.get('ids')?.split(',');
            const found = ids ? all.filter(({ id }) => ids.includes(id)) : all;
            const limit = Number(query.get('limit'));
            return answer({ documents: found.slice(0, limit), ...(!ids && { next: 'cursor' }) });
          })
          .on('GET /api/documents/facets/', () =>
            answer({ total: 130, folders: [], kinds: [], categories: [], sessions: 0 }),
          ),
    });
    await screen.findByRole('link', { name: 'Section 79' });
    const byId = server.callsTo('GET /api/documents/').filter(({ query }) => query.has('ids'));
    expect(byId).toHaveLength(1);
  });

  it('lets a GM share the open folder with players, and marks shared ones', async () => {
    const { user, server } = await showLibrary({ sharedTags: ['npcs'] });
    await screen.findByRole('button', { name: /^npcs.*seen by players/ });
    await user.click(screen.getByRole('button', { name: /^barovia/ }));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Players see this folder',
    });
    expect(box.checked).toBe(false);
    await user.click(box);
    await screen.findByRole('button', { name: /^barovia.*seen by players/ });
    expect(box.checked).toBe(true);
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(false));
    expect(screen.queryByRole('button', { name: /^barovia.*seen by players/ })).toBeNull();
    expect(server.callsTo('POST /api/documents/shared-tags/').map(({ body }) => body)).toEqual([
      { campaign: campaignId, tag: 'npcs/barovia', is_shared: true },
      { campaign: campaignId, tag: 'npcs/barovia', is_shared: false },
    ]);
  });

  it('asks before players read the name of a folder that they do not know yet', async () => {
    const { user, server } = await showLibrary();
    const found = { name: 'Barovia', document: 'd1', title: 'The count' };
    server.on(SPOILER_CHECK, () => answer({ names: [found] }));
    await user.click(await screen.findByRole('button', { name: /^barovia/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Players see this folder' }));
    await user.click(await screen.findByRole('button', { name: 'Do not share it' }));
    expect(server.callsTo('POST /api/documents/shared-tags/')).toHaveLength(0);
  });

  it('shows players the shared folders, without a way to change them', async () => {
    const { user, server } = await showLibrary({
      role: 'player',
      list: [{ ...map, tags: ['Maps'] }],
    });
    await user.click(await screen.findByRole('button', { name: /^Maps/ }));
    expect(names()).toHaveLength(1);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(server.callsTo('GET /api/documents/shared-tags/')).toHaveLength(0);
  });

  it('offers a player nothing of tags and audiences, and nothing to change', async () => {
    const { server } = await showLibrary({
      role: 'player',
      list: [map, ...documents(7)],
      query: '?audience=spoilers&tag=npcs',
    });
    await screen.findByRole('link', { name: 'Map of Barovia' });
    expect(screen.queryByLabelText('Audience')).toBeNull();
    expect(screen.queryByLabelText('Tag')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Folders' })).toBeNull();
    expect(screen.getAllByRole('button').map(nameOfButton)).toEqual([
      'List',
      'Gallery',
      'Export',
      'Sort and filter',
    ]);
    expect(server.callsTo('GET /api/documents/parts/')).toHaveLength(0);
    // The server decides visibility, so the request is the same for all roles.
    expect(server.callsTo('GET /api/documents/').map(({ query }) => String(query))).toEqual([
      `campaign=${campaignId}&limit=50`,
    ]);
  });

  it.each([
    ['owner', ['Import…', 'Export…']],
    ['player', ['Export…']],
  ] as const)('leads the %s to import and export', async (role, expected) => {
    const { user } = await showLibrary({ role, list: [map] });
    await user.click(await screen.findByRole('button', { name: /export$/i }));
    const items = screen.getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(expected);
    const [last] = items.slice(-1);
    expect(last?.getAttribute('href')).toBe(`/campaigns/${campaignId}/export`);
  });

  it('offers the GM of an empty library an import, and players nothing', async () => {
    const { page } = await showLibrary({ list: [] });
    const link = await screen.findByRole('link', { name: 'Import a vault or folder' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${campaignId}/import`);
    page.unmount();
    await showLibrary({ list: [], role: 'player' });
    await screen.findByText('No documents yet.');
    expect(screen.queryByRole('link', { name: 'Import a vault or folder' })).toBeNull();
  });

  it('is seen as a player sees it, and leads on with the same eyes', async () => {
    const { server } = await showLibrary({ role: 'owner', list: [map], query: '?as=party' });
    const link = await screen.findByRole('link', { name: 'Map of Barovia' });
    expect(link.getAttribute('href')).toBe(`${PATH}/${map.id}?as=party`);
    expect(screen.getByText('You are viewing as the party.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Trash' })).toBeNull();
    expect(server.callsTo('GET /api/documents/')[0]?.viewAs).toBe('party');
  });

  it('is not there for who is not of the campaign', async () => {
    await showLibrary({ refused: true });
    await screen.findByRole('heading', { level: 1, name: 'This library is not here.' });
    expect(screen.queryByRole('button', { name: 'Choose files…' })).toBeNull();
  });
});
