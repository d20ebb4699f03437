import { act, screen, waitFor, within } from '@testing-library/react';
import { NetworkError } from '@tomekeeper/remote-kit';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import {
  CAMPAIGN,
  DOCUMENT,
  hit,
  openSearch,
  OTHER,
  PASSAGE,
  session,
} from '../../testing/show-search';

const FIND = 'GET /api/search/';
const at = (query: string) => ({ path: `/campaigns/${CAMPAIGN}/search?${query}` });

beforeEach(() => window.history.replaceState(null, '', `/campaigns/${CAMPAIGN}/search`));

describe('the search page', () => {
  it('shows results for its address, with location, highlights, and the audience for GMs', async () => {
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

  it.each([
    [1, [], '1 session'],
    [2, [hit()], '2 sessions, 1 result'],
    [0, [], ''],
  ])('counts %i sessions and the hits', async (count, hits, text) => {
    const { server, showPage } = openSearch(at('q=session+12'));
    const sessions = Array.from({ length: count }, (_, n) => session({ id: `session-${n}` }));
    server.on(FIND, () => answer({ hits, mode: 'lexical', asked_about: 'number', sessions }));
    showPage('search');
    const status = await within(await screen.findByRole('region', { name: 'Results' })).findByRole(
      'status',
    );
    expect(status.textContent).toBe(text);
  });

  it('groups results by document, and shows more of one on request', async () => {
    const { server, user, showPage } = openSearch(at('q=ilse'));
    const passage = (nth: number) =>
      hit({
        passage: `passage-${nth}`,
        snippet: [{ text: `Ilse ${nth}`, match: true }],
        audience: nth === 5 ? 'gm' : 'party',
      });
    const elsewhere = hit({ document: OTHER, title: 'Vallaki' });
    const hits = [passage(1), elsewhere, passage(2), passage(3), passage(4), passage(5)];
    server.on(FIND, () => answer({ hits, mode: 'lexical' }));
    showPage('search');
    const [first, second] = await screen.findAllByRole('article');
    if (!first || !second) throw new Error('Two documents have results.');
    const links = () => within(first).getAllByRole('link');
    expect(links().map(({ textContent }) => textContent)).toEqual([
      'Krezk',
      'Ilse 1',
      'Ilse 2',
      'Ilse 3',
    ]);
    expect(within(second).getByRole('link').textContent).toBe('Vallaki');
    expect(screen.getByText('6 results in 2 documents')).toBeTruthy();
    expect(within(first).getAllByText('Party')).toHaveLength(3);
    await user.click(within(first).getByRole('button', { name: 'Show 2 more in “Krezk”' }));
    expect(links().at(-1)?.getAttribute('href')).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}#p-passage-5`,
    );
    expect(within(first).queryByRole('button')).toBeNull();
  });

  it('highlights matches in headings', async () => {
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

  it('keeps query and filters in the address', async () => {
    const { user, showPage } = openSearch();
    showPage('search');
    await user.type(await screen.findByLabelText('Search for'), 'dead wife{Enter}');
    await user.selectOptions(await screen.findByLabelText('Kind'), 'Files');
    await waitFor(() => expect(window.location.search).toBe('?q=dead+wife&kind=file'));
  });

  it('offers players no filters', async () => {
    const { showPage } = openSearch({ role: 'player', ...at('q=ilse') });
    showPage('search');
    await screen.findByText('No results for “ilse”.');
    expect(screen.queryByLabelText('Kind')).toBeNull();
    expect(screen.queryByLabelText('Audience')).toBeNull();
  });

  it('shows the size of the searched text, and finds more with a relaxed query', async () => {
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
    await screen.findByText(/Searched 3 documents with 1,200 passages in Barovia/);
    await user.click(screen.getByRole('button', { name: 'Search without exclusions' }));
    await screen.findByRole('link', { name: 'Krezk' });
  });

  it.each(['-fever', '"', '-"black fever" !'])(
    'asks for a word if the query has none: %s',
    async (q) => {
      const { showPage } = openSearch(at(new URLSearchParams({ q }).toString()));
      showPage('search');
      await screen.findByText('Enter a word to search for.');
    },
  );

  it('shortens a query that is too long', async () => {
    const { server, showPage } = openSearch(at(`q=${'a'.repeat(500)}`));
    showPage('search');
    await waitFor(() => expect(server.callsTo(FIND)).toHaveLength(1));
    expect(server.callsTo(FIND)[0]?.query.get('q')).toHaveLength(400);
  });

  it('explains a network error', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => Promise.reject(new NetworkError()));
    showPage('search');
    const alert = await screen.findByRole('alert', {}, { timeout: 4_000 });
    expect(alert.textContent).toContain('Check your connection');
  });

  it('searches without quotes, and keeps exclusions', async () => {
    const { server, user, showPage } = openSearch(at('q="dead wife" -"the mill"'));
    server.on(FIND, () => answer({ hits: [], mode: 'lexical', wider: ['quotes'] }));
    showPage('search');
    await user.click(await screen.findByRole('button', { name: 'Search without quotes' }));
    await waitFor(() =>
      expect(server.callsTo(FIND).at(-1)?.query.get('q')).toBe('dead wife -"the mill"'),
    );
  });

  it('applies a correction with one click', async () => {
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

  it('reports index lag, then shows results', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => refuse(503, 'Behind.', { code: 'search.not_ready' }));
    showPage('search');
    await screen.findByText('Search is updating…');
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    expect(await screen.findByRole('link', { name: 'Krezk' }, { timeout: 5_000 })).toBeTruthy();
  });

  it('hides earlier results while the index applies a revocation', async () => {
    const { server, shell, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    showPage('search');
    await screen.findByRole('link', { name: 'Krezk' });
    server.on(FIND, () => refuse(503, 'Behind.', { code: 'search.not_ready' }));
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('Search is updating…');
    expect(screen.queryByRole('link', { name: 'Krezk' })).toBeNull();
  });

  it('shows the cause of an error, and retries', async () => {
    const { server, user, showPage } = openSearch(at('q=ilse'));
    server.on(FIND, () => refuse(500, 'Out of order.'));
    showPage('search');
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Krezk' });
  });

  it.each([
    ['no_model', /^Words only: semantic search is not set up/],
    ['kept_back', /^Words only: the GMs do not allow external models/],
  ])('explains lexical search: %s', async (because, words) => {
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

  it('shows a GM the results of a player in view-as, and keeps it in links', async () => {
    const { server, showPage } = openSearch(at('q=ilse&as=pia'));
    server.on(FIND, () => answer({ hits: [hit()], mode: 'lexical' }));
    showPage('search');
    await screen.findByText('You are viewing as Pia Reed.');
    const link = await screen.findByRole('link', { name: 'Krezk' });
    expect(link.getAttribute('href')).toContain('?as=pia#p-');
    expect(screen.getByRole('link', { name: 'Ask' }).getAttribute('href')).toContain('as=pia');
    for (const { viewAs } of server.calls) expect(viewAs).toBe('pia');
  });

  it('doesn’t exist for strangers', async () => {
    const { server, showPage } = openSearch(at('q=ilse'));
    server.on('GET /api/campaigns/:id/', () => refuse(404, 'There is no such campaign.'));
    showPage('search');
    await screen.findByRole('heading', { level: 1, name: 'This campaign is not here.' });
  });
});
