import { act, screen, waitFor, within } from '@testing-library/react';
import { NetworkError } from '@tomekeeper/remote-kit';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, DOCUMENT, hit, openSearch, PASSAGE } from '../../testing/show-search';

const FIND = 'GET /api/search/';
const at = (query: string) => ({ path: `/campaigns/${CAMPAIGN}/search?${query}` });

beforeEach(() => window.history.replaceState(null, '', `/campaigns/${CAMPAIGN}/search`));

describe('the search page', () => {
  it('shows what its address asks for: where it stands, marked, and to a GM who sees it', async () => {
    const { server, showPage } = openSearch(at('q=ilse&kind=note'));
    server.on(FIND, () => answer({ hits: [hit({ audience: 'gm', page: 12 })], mode: 'lexical' }));
    showPage('search');
    const link = await screen.findByRole('link', { name: 'Krezk' });
    expect(link.getAttribute('href')).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}?page=12#p-${PASSAGE}`,
    );
    const entry = within(screen.getByRole('article'));
    expect(entry.getByText('The smithy › Graves · page 12')).toBeTruthy();
    expect(entry.getByText('Ilse').tagName).toBe('MARK');
    expect(entry.getByText('GM only')).toBeTruthy();
    expect(screen.getByText('1 result')).toBeTruthy();
    const { query } = server.callsTo(FIND)[0] ?? {};
    expect(Object.fromEntries(query ?? [])).toEqual({
      q: 'ilse',
      campaign: CAMPAIGN,
      limit: '20',
      kind: 'note',
    });
  });

  it('says by which heading above something was found', async () => {
    const { server, showPage } = openSearch(at('q=smithy'));
    const heading_snippets = [
      [
        { text: 'The ', match: false },
        { text: 'smithy', match: true },
      ],
      [{ text: 'Graves', match: false }],
    ];
    const snippet = [{ text: 'He drinks.', match: false }];
    const found = hit({ heading_snippets, snippet, page: 12 });
    server.on(FIND, () => answer({ hits: [found], mode: 'lexical' }));
    showPage('search');
    const marked = await screen.findByText('smithy');
    expect(marked.tagName).toBe('MARK');
    expect(marked.parentElement?.textContent).toBe('The smithy › Graves · page 12');
  });

  it('keeps in the address what is looked for', async () => {
    const { user, showPage } = openSearch();
    showPage('search');
    await user.type(await screen.findByLabelText('Look for'), 'dead wife{Enter}');
    await user.selectOptions(await screen.findByLabelText('Kind'), 'Files');
    await waitFor(() => expect(window.location.search).toBe('?q=dead+wife&kind=file'));
  });

  it('offers players no filter of what they are told nothing of', async () => {
    const { showPage } = openSearch({ role: 'player', ...at('q=ilse') });
    showPage('search');
    await screen.findByText('Nothing is found for “ilse”.');
    expect(screen.queryByLabelText('Kind')).toBeNull();
    expect(screen.queryByLabelText('Seen by')).toBeNull();
  });

  it('says in how much nothing is found, and finds more without what is in the way', async () => {
    const { server, user, showPage } = openSearch(at('q="dead wife" -sister "the mill"'));
    server.on(FIND, ({ query }) =>
      answer(
        query.get('q') === '"dead wife" "the mill"'
          ? { hits: [hit()], mode: 'lexical' }
          : {
              hits: [],
              mode: 'lexical',
              searched: { campaigns: 1, documents: 3, passages: 1200 },
              wider: ['exclusions', 'quotes', 'some later one'],
            },
      ),
    );
    showPage('search');
    await screen.findByText(/In Barovia, looked through 3 documents with 1,200 passages/);
    await user.click(screen.getByRole('button', { name: 'Look without what must not be there' }));
    await screen.findByRole('link', { name: 'Krezk' });
  });

  it.each(['-fever', '"', '-"black fever" !'])(
    'asks for a word where there is none: %s',
    async (q) => {
      const { showPage } = openSearch(at(new URLSearchParams({ q }).toString()));
      showPage('search');
      await screen.findByText('Add a word to look for.');
    },
  );

  it('looks for no more of what its address asks than can be looked for', async () => {
    const { server, showPage } = openSearch(at(`q=${'a'.repeat(500)}`));
    showPage('search');
    await waitFor(() => expect(server.callsTo(FIND)).toHaveLength(1));
    expect(server.callsTo(FIND)[0]?.query.get('q')).toHaveLength(200);
  });

  it('says what to do where no answer comes', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => Promise.reject(new NetworkError()));
    showPage('search');
    const alert = await screen.findByRole('alert', {}, { timeout: 4_000 });
    expect(alert.textContent).toContain('Check your connection');
  });

  it('asks for the words of phrases apart, and leaves out what was left out', async () => {
    const { server, user, showPage } = openSearch(at('q="dead wife" -"the mill"'));
    server.on(FIND, () => answer({ hits: [], mode: 'lexical', wider: ['quotes'] }));
    showPage('search');
    await user.click(await screen.findByRole('button', { name: 'Look for the words apart' }));
    await waitFor(() =>
      expect(server.callsTo(FIND).at(-1)?.query.get('q')).toBe('dead wife -"the mill"'),
    );
  });

  it('takes a correction by one press', async () => {
    const { server, user, showPage } = openSearch(at('q=strad'));
    server.on(FIND, ({ query }) =>
      answer(
        query.get('q') === 'strad'
          ? { hits: [], mode: 'lexical', did_you_mean: 'strahd' }
          : { hits: [hit()], mode: 'lexical' },
      ),
    );
    showPage('search');
    await user.click(await screen.findByRole('button', { name: 'strahd' }));
    await screen.findByRole('link', { name: 'Krezk' });
  });

  it('says that it catches up, and then finds', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => refuse(503, 'Behind.', { code: 'search.not_ready' }));
    showPage('search');
    await screen.findByText('Catching up with what has changed…');
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    expect(await screen.findByRole('link', { name: 'Krezk' }, { timeout: 5_000 })).toBeTruthy();
  });

  it('shows nothing of before while it catches up with what was taken away', async () => {
    const { server, shell, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    showPage('search');
    await screen.findByRole('link', { name: 'Krezk' });
    server.on(FIND, () => refuse(503, 'Behind.', { code: 'search.not_ready' }));
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('Catching up with what has changed…');
    expect(screen.queryByRole('link', { name: 'Krezk' })).toBeNull();
  });

  it('says why it does not answer, and tries again', async () => {
    const { server, user, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => refuse(500, 'Out of order.'));
    showPage('search');
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Krezk' });
  });

  it.each([
    ['no_model', /^Found by words alone: this installation does not look for meaning/],
    ['kept_back', /^Found by words alone: the GMs let no outside service read this campaign/],
  ])('says that words alone are looked for, and why: %s', async (because, words) => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on('GET /api/search/state/', () =>
      answer({
        is_ready: true,
        mode: 'lexical',
        lexical_because: because,
        answers: { written_by: 'extract' },
      }),
    );
    showPage('search');
    await screen.findByText(words);
  });

  it('finds what a player finds, for a GM, and every link stays with their eyes', async () => {
    const { server, showPage } = openSearch(at('q=ilse&as=pia'));
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    showPage('search');
    await screen.findByText('This is what Pia Reed sees.');
    const link = await screen.findByRole('link', { name: 'Krezk' });
    expect(link.getAttribute('href')).toContain('?as=pia#p-');
    expect(screen.getByRole('link', { name: 'Library' }).getAttribute('href')).toContain('as=pia');
    for (const { viewAs } of server.calls) expect(viewAs).toBe('pia');
  });

  it('is not there for strangers', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on('GET /api/campaigns/:id/', () => refuse(404, 'There is no such campaign.'));
    showPage('search');
    await screen.findByRole('heading', { level: 1, name: 'This campaign is not here.' });
  });
});
