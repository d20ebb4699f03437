import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { campaignId, deathHouse, documents, map } from '../../testing/show-panel';
import { CONTENT, gm, showViewer } from '../../testing/show-viewer';
import { keepPlace, readPlace } from '../reader/reading-position/kept-places';

const ADDRESS = (id: string, nth = 1) => `http://storage.test/${id}?${nth}`;
const [notes] = documents(1);
if (!notes) throw new Error('no document');

beforeEach(() => localStorage.clear());

describe('a document that is opened', () => {
  it('has its name as headline, its facts below, and the campaign above it', async () => {
    const { shell } = await showViewer({ list: [{ ...map, size: 2.5 * 1024 * 1024 }] });
    await screen.findByAltText('Map of Barovia.png');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Map of Barovia');
    expect(shell.routing.title()).toBe('Map of Barovia');
    expect(screen.getByText('Public')).toBeTruthy();
    expect(screen.getByText('2.5 MB')).toBeTruthy();
    const back = await screen.findByRole('link', { name: 'Curse of Strahd' });
    expect(back.getAttribute('href')).toBe(`/campaigns/${campaignId}`);
  });

  it('is recorded as opened by players, not by game masters or in view-as', async () => {
    const READ = 'PUT /api/documents/:id/read/';
    const answers = { [READ]: () => answer({}) };
    const open = async (document: object, query = '') => {
      const { server, page } = await showViewer({
        list: [{ ...map, ...document }],
        query,
        answers,
      });
      await screen.findByAltText('Map of Barovia.png');
      await act(async () => undefined);
      page.unmount();
      return server.callsTo(READ).map(({ params }) => params['id']);
    };
    expect(await open({})).toEqual([map.id]);
    expect(await open({}, '?as=party')).toEqual([]);
    expect(await open({ tags: [], pinned: false })).toEqual([]);
  });

  it('can be revealed and hidden only by game masters', async () => {
    const secret = { ...map, is_spoilers: true, tags: [], pinned: false };
    const { user, server } = await showViewer({
      list: [secret],
      answers: {
        'PATCH /api/documents/:id/': ({ body }) => answer({ ...secret, ...(body as object) }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Reveal Map of Barovia.png' }));
    await screen.findByRole('button', { name: 'Hide Map of Barovia.png' });
    expect(screen.getByText('Public')).toBeTruthy();
    expect(server.callsTo('PATCH /api/documents/:id/')[0]?.body).toEqual({
      is_spoilers: false,
      seen_title: 'Map of Barovia.png',
    });
  });

  it('has no reveal controls for players, or GMs viewing as a player', async () => {
    const { page } = await showViewer({ list: [map] });
    await screen.findByRole('button', { name: 'Download original' });
    expect(screen.queryByRole('button', { name: /^(Reveal|Hide)/ })).toBeNull();
    page.unmount();
    await showViewer({ list: [{ ...map, tags: [], pinned: false }], query: '?as=party' });
    await screen.findByRole('button', { name: 'Download original' });
    expect(screen.queryByRole('button', { name: /^(Reveal|Hide)/ })).toBeNull();
  });

  it('shows its new file when it gets one, and keeps the one it has when that is revealed', async () => {
    const secret = {
      ...map,
      is_spoilers: true,
      tags: [],
      pinned: false,
      updated_at: '2026-11-20T20:15:00.000Z',
    };
    const answers = { 'PATCH /api/documents/:id/': () => answer(revealed) };
    const revealed = { ...secret, is_spoilers: false, s3_key: 'a copy' };
    const { user, server, shell } = await showViewer({ list: [secret], answers });
    await user.click(await screen.findByRole('button', { name: 'Reveal Map of Barovia.png' }));
    await screen.findByRole('button', { name: 'Hide Map of Barovia.png' });
    expect(screen.getByAltText('Map of Barovia.png').getAttribute('src')).toBe(ADDRESS(map.id));
    server.on('GET /api/documents/:id/', () =>
      answer({ ...revealed, s3_key: 'another', updated_at: '2026-11-21T20:15:00.000Z' }),
    );
    act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: map.id }));
    await waitFor(() =>
      expect(screen.getByAltText('Map of Barovia.png').getAttribute('src')).toBe(
        ADDRESS(map.id, 2),
      ),
    );
    expect(shell.announcements).toContain('Map of Barovia.png has a new file.');
  });

  it('is its text alone where it is a note, and nothing of a file', async () => {
    const note = { ...map, kind: 'note', s3_key: '', tags: [], pinned: false, text_state: 'ready' };
    await showViewer({
      list: [note],
      answers: {
        [CONTENT]: () => refuse(404, 'Document not found.'),
        'GET /api/documents/:id/passages/': () => answer({ passages: [], at: 0, total: 0 }),
        'GET /api/documents/:id/outline/': () => answer([]),
      },
    });
    expect(await screen.findByText('There is no text here for you.')).toBeTruthy();
    expect(screen.getByText('Note')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download original' })).toBeNull();
    expect(screen.queryByText('This document is no longer here.')).toBeNull();
  });

  it('leads to its neighbours in the list', async () => {
    const list = documents(3);
    await showViewer({ list, id: list[1]?.id });
    const link = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link('Previous Page 1')).toContain(list[0]?.id);
    expect(await link('Next Page 3')).toContain(list[2]?.id);
  });

  it('is saved under an address that never shows it', async () => {
    const pressed = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, server } = await showViewer();
    await user.click(await screen.findByRole('button', { name: 'Download original' }));
    await waitFor(() => expect(pressed).toHaveBeenCalledTimes(1));
    expect(server.callsTo(CONTENT).at(-1)?.query.get('download')).toBe('true');
    pressed.mockRestore();
  });

  it('describes a file that cannot be displayed', async () => {
    await showViewer({
      list: [{ ...map, original_filename: 'Runes.ttf', content_type: 'font/ttf', size: 12_000 }],
    });
    await screen.findByText(/does not open in the page/);
    expect(screen.getAllByText('TTF file').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});

describe('a document that is not here', () => {
  const gone = async () => {
    const heading = await screen.findByRole('heading', {
      name: 'This document is no longer here.',
    });
    expect(heading).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    const way = screen.getByRole('link', { name: 'To the campaign’s documents' });
    expect(way.getAttribute('href')).toBe(`/campaigns/${campaignId}`);
  };

  it.each([
    ['the list', { list: [deathHouse], id: map.id }],
    ['the address', { answers: { [CONTENT]: () => refuse(404, 'There is no such document.') } }],
    ['both', { list: [], id: map.id, answers: { [CONTENT]: () => refuse(404, 'None.') } }],
  ])('is told by %s, in the same words', async (_, options) => {
    keepPlace(gm.id, map.id, [1]);
    const { page } = await showViewer(options);
    await gone();
    await screen.findByRole('link', { name: 'Curse of Strahd' });
    expect(page.container.textContent).toBe(
      'Curse of StrahdLibraryThis document is no longer here.Nothing opens at this address for you. If you ' +
        'expected something here, ask the game master of the campaign; everything that you can open ' +
        'stands in its list of documents.To the campaign’s documents',
    );
    expect(readPlace(gm.id, map.id)).toBeUndefined();
  });

  it('disappears from the screen when hidden meanwhile', async () => {
    const { server } = await showViewer();
    const picture = await screen.findByAltText('Map of Barovia.png');
    server.on(CONTENT, () => refuse(404, 'There is no such document.'));
    fireEvent.error(picture);
    await gone();
    expect(screen.queryByAltText('Map of Barovia.png')).toBeNull();
  });
});

it('shows the error, and retries', async () => {
  const unavailable = () => refuse(503, 'Documents rest for a moment.');
  const { server, user } = await showViewer({
    answers: {
      [`GET /api/documents/${map.id}/`]: unavailable,
    },
  });
  await screen.findByText('Documents rest for a moment.');
  server.on('GET /api/documents/:id/', () => answer(map));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Map of Barovia' });
});

describe('a picture', () => {
  const load = async (width: number, height: number) => {
    const picture = await screen.findByAltText('Map of Barovia.png');
    Object.defineProperties(picture, {
      naturalWidth: { value: width, configurable: true },
      naturalHeight: { value: height, configurable: true },
    });
    fireEvent.load(picture);
    return picture;
  };

  it('is sized by buttons and keys', async () => {
    const { user } = await showViewer();
    const picture = await load(1000, 500);
    await user.click(screen.getByRole('button', { name: 'Larger' }));
    expect(picture.getAttribute('width')).toBe('1250');
    screen.getByRole('group', { name: /Plus and minus/ }).focus();
    await user.keyboard('+');
    expect(picture.getAttribute('width')).toBe('1500');
    await user.keyboard('-');
    expect(picture.getAttribute('width')).toBe('1250');
    expect(screen.getByRole('button', { name: 'Whole picture' }).getAttribute('aria-pressed')).toBe(
      'false',
    );
    await user.keyboard('0');
    expect(screen.getByRole('button', { name: 'Whole picture' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('gets another address when its own has ended, and gives up when a fresh one fails', async () => {
    const { server } = await showViewer();
    const picture = await screen.findByAltText('Map of Barovia.png');
    expect(picture.getAttribute('src')).toBe(ADDRESS(map.id));
    fireEvent.error(picture);
    await waitFor(() => expect(picture.getAttribute('src')).toBe(ADDRESS(map.id, 2)));
    fireEvent.error(picture);
    await screen.findByText('This picture cannot be shown here.');
    expect(server.callsTo(CONTENT)).toHaveLength(2);
  });
});

it('says that a picture fails where no other address is to be had', async () => {
  const same = () => answer({ url: ADDRESS(map.id), expires_at: '2026-11-20T20:16:00.000Z' });
  await showViewer({ answers: { [CONTENT]: same } });
  fireEvent.error(await screen.findByAltText('Map of Barovia.png'));
  await screen.findByText('This picture cannot be shown here.');
});

describe('something to hear', () => {
  const song = { ...map, original_filename: 'Rain.mp3', content_type: 'audio/mpeg' };

  it('continues at the same position after its URL has expired', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    await showViewer({ list: [song] });
    const player = await screen.findByLabelText<HTMLAudioElement>('Rain.mp3');
    Object.defineProperty(player, 'paused', { value: false, configurable: true });
    player.currentTime = 42;
    fireEvent.error(player);
    await waitFor(() => expect(player.getAttribute('src')).toBe(ADDRESS(song.id, 2)));
    player.currentTime = 0;
    fireEvent.loadedMetadata(player);
    expect(player.currentTime).toBe(42);
    expect(play).toHaveBeenCalledTimes(1);
    play.mockRestore();
  });

  it('opens at this user’s last position', async () => {
    keepPlace(gm.id, song.id, [7]);
    await showViewer({ list: [song] });
    const player = await screen.findByLabelText<HTMLAudioElement>('Rain.mp3');
    fireEvent.loadedMetadata(player);
    expect(player.currentTime).toBe(7);
  });

  it('leaves nothing on the device of where they were when they log out', async () => {
    const { shell, page } = await showViewer({ list: [song] });
    const player = await screen.findByLabelText<HTMLAudioElement>('Rain.mp3');
    player.currentTime = 7;
    fireEvent.timeUpdate(player);
    await act(async () => void (await shell.session.signOut()));
    // The page unmounts shortly after sign-out.
    page.unmount();
    expect(readPlace(gm.id, song.id)).toBeUndefined();
  });
});

describe('a text', () => {
  const stored = new Map<string, string | number>();
  const real = globalThis.fetch;
  beforeEach(() => {
    stored.clear();
    Object.assign(globalThis, {
      fetch: async (url: string) => {
        const found = stored.get(url) ?? 403;
        if (typeof found === 'number') return { ok: false, status: found };
        const left = [new TextEncoder().encode(found)];
        const reader = {
          read: async () => ({ done: left.length === 0, value: left.shift() }),
          cancel: async () => undefined,
        };
        return { ok: true, status: 200, body: { getReader: () => reader } };
      },
    });
  });
  afterEach(() => void Object.assign(globalThis, { fetch: real }));

  it('is rendered as plain text regardless of its content', async () => {
    stored.set(ADDRESS(notes.id), '# Rules\n\n<img src=x onerror="alert(1)">&amp;');
    const { page } = await showViewer({ list: [notes] });
    await screen.findByText('# Rules');
    screen.getByText('<img src=x onerror="alert(1)">&amp;');
    expect(page.container.querySelector('img')).toBeNull();
  });

  it('is read from another address when its own has ended', async () => {
    stored.set(ADDRESS(notes.id, 2), 'Behind the door.');
    await showViewer({ list: [notes] });
    await screen.findByText('Behind the door.');
  });

  it('says when it can not be read', async () => {
    stored.set(ADDRESS(notes.id), 500);
    const { user } = await showViewer({ list: [notes] });
    await screen.findByText('Unable to read this text.');
    stored.set(ADDRESS(notes.id), 'Here it is.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Here it is.');
  });
});

describe('a document as a player sees it', () => {
  it('is requested as that player, without caching', async () => {
    const song = { ...map, original_filename: 'Rain.mp3', content_type: 'audio/mpeg' };
    const { server, page } = await showViewer({ list: [song, map], query: '?as=party' });
    const player = await screen.findByLabelText<HTMLAudioElement>('Rain.mp3');
    screen.getByText('You are viewing as the party.');
    player.currentTime = 7;
    fireEvent.timeUpdate(player);
    await waitFor(() => expect(server.calls).toHaveLength(4));
    expect(new Set(server.calls.map(({ viewAs }) => viewAs))).toEqual(new Set(['party']));
    for (const name of ['Curse of Strahd', /^Next/])
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toMatch(/as.party$/);
    page.unmount();
    expect(localStorage.getItem('tomekeeper.places')).toBeNull();
  });
});
