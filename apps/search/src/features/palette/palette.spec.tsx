import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fakePerson, fillIn, held, refuse } from '@tomekeeper/remote-kit/testing';
import {
  CAMPAIGN,
  DOCUMENT,
  hit,
  openSearch,
  OTHER,
  PASSAGE,
  titled,
} from '../../testing/show-search';
import { readRecent, storeRecent } from '../recent/recent-documents';

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option');
const words = () => options().map(({ textContent }) => textContent);
const active = () => options().find((one) => one.getAttribute('aria-selected') === 'true');
const group = (name: string) => within(screen.getByRole('group', { name }));

beforeEach(() => localStorage.clear());

describe('the palette without text', () => {
  it('offers the actions of a GM in this campaign', async () => {
    openSearch().showPalette();
    await screen.findByText('New note');
    expect(
      group('Actions')
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'New note',
      'Upload files',
      'Ask a question',
      'Ledger of reveals',
      'View as the party',
      'Campaign page',
      'Library',
      'Search page',
      'My Campaigns',
      'New campaign',
      'Account',
    ]);
  });

  it('offers players no GM actions', async () => {
    const { server } = openSearchAsPlayer();
    await waitFor(() => expect(server.callsTo('GET /api/campaigns/:id/')).toHaveLength(1));
    await screen.findByText('Ask a question');
    expect(words().join()).not.toMatch(/New note|Upload|Ledger|View as/);
  });

  it('offers only read-only actions of this campaign in view-as, and a return to the own view', async () => {
    const { server, showPalette } = openSearch({ path: `/campaigns/${CAMPAIGN}/library?as=pia` });
    showPalette();
    await screen.findByText('Results as seen by Pia Reed.');
    expect(words()).toEqual([
      'Ask a question',
      'Campaign page',
      'Library',
      'Search page',
      'Back to your own view',
    ]);
    for (const call of server.callsTo('GET /api/campaigns/:id/')) expect(call.viewAs).toBe('pia');
  });

  it('lists recent documents with their current titles, and removes missing ones', async () => {
    const { id } = fakePerson('Mina');
    storeRecent(id, { campaign: CAMPAIGN, document: OTHER });
    storeRecent(id, { campaign: CAMPAIGN, document: DOCUMENT });
    const { server, showPalette } = openSearch();
    server.on('GET /api/documents/', () =>
      answer({
        documents: [{ id: DOCUMENT, campaign: CAMPAIGN, original_filename: 'Krezk, renamed' }],
      }),
    );
    showPalette();
    await screen.findByRole('group', { name: 'Recent' });
    expect(
      group('Recent')
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Krezk, renamed']);
    expect(readRecent(id).map(({ document }) => document)).toEqual([DOCUMENT]);
  });

  it('stores the document of the current page as recent', () => {
    openSearch({ path: `/campaigns/${CAMPAIGN}/library/${DOCUMENT}` }).showPalette();
    expect(readRecent(fakePerson('Mina').id)).toEqual([{ campaign: CAMPAIGN, document: DOCUMENT }]);
  });
});

const openSearchAsPlayer = () => {
  const opened = openSearch({ role: 'player' });
  opened.showPalette();
  return opened;
};

describe('the palette with text', () => {
  it('starts with text typed while it loaded', async () => {
    openSearch().showPalette('il');
    expect(field().value).toBe('il');
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('opens the first result of text typed and entered while it loaded', async () => {
    const { server, shell, showPalette } = openSearch();
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    showPalette('ilse\n');
    expect(field().value).toBe('ilse');
    await waitFor(() => expect(shell.routing.navigations.at(-1)?.to).toContain(`#p-${PASSAGE}`));
  });

  it('opens the first passage on Enter, highlighted, and closes', async () => {
    const { server, user, shell, showPalette } = openSearch();
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    const { onClose } = showPalette();
    await fillIn(user, field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    await user.keyboard('{Enter}');
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}#p-${PASSAGE}`,
    );
    expect(onClose).toHaveBeenCalled();
  });

  it('sends one request for hits and suggestions once typing pauses', async () => {
    const { server, user, showPalette } = openSearch();
    showPalette();
    await fillIn(user, field(), 'ilse');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0 results'));
    expect(
      server.calls.flatMap(({ path, query }) =>
        path.startsWith('/api/search/') ? [Object.fromEntries(query)] : [],
      ),
    ).toEqual([{ q: 'ilse', campaign: CAMPAIGN, limit: '8', typing: 'true' }]);
  });

  it('waits for pending results after Enter', async () => {
    const { server, user, shell, showPalette } = openSearch();
    const later = held();
    server.on('GET /api/search/', () => later.promise);
    showPalette();
    await user.type(field(), 'ilse{Enter}');
    await waitFor(() => expect(server.callsTo('GET /api/search/')).toHaveLength(1));
    expect(shell.routing.navigations).toEqual([]);
    await act(async () => later.release(answer({ hits: [hit()], mode: 'lexical' })));
    await waitFor(() => expect(shell.routing.navigations.at(-1)?.to).toContain(`#p-${PASSAGE}`));
  });

  it('ignores a late response to an earlier text', async () => {
    const { server, user, showPalette } = openSearch();
    const [early, late] = [held(), held()];
    server.on('GET /api/search/', ({ query }) =>
      query.get('q') === 'il' ? early.promise : late.promise,
    );
    showPalette();
    await user.type(field(), 'il');
    await waitFor(() => expect(server.callsTo('GET /api/search/')).toHaveLength(1));
    await user.type(field(), 'se');
    await waitFor(() => expect(server.callsTo('GET /api/search/')).toHaveLength(2));
    await act(async () =>
      late.release(
        answer({
          hits: [titled({ title: 'Late', snippet: [{ text: 'Late', match: true }] })],
          mode: 'lexical',
        }),
      ),
    );
    await screen.findByText('Late');
    await act(async () =>
      early.release(
        answer({
          hits: [titled({ document: OTHER, snippet: [{ text: 'Early', match: true }] })],
          mode: 'lexical',
        }),
      ),
    );
    expect(screen.queryByText('Early')).toBeNull();
  });

  it('moves with the arrow keys, wraps around, and announces the active row and the number of results', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', () =>
      answer({ hits: [titled(), hit(), hit({ passage: OTHER })], mode: 'lexical' }),
    );
    showPalette();
    await fillIn(user, field(), 'ilse');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 results'));
    expect(active()).toBe(options()[0]);
    expect(field().getAttribute('aria-activedescendant')).toBe(active()?.id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe(options()[2]);
    expect(field().getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(active()).toBe(options().at(-1));
    expect(document.activeElement).toBe(field());
  });

  it('finds people, and opens view-as for GMs', async () => {
    const { user, shell, showPalette } = openSearch();
    showPalette();
    await user.type(field(), 'pia{Enter}');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${CAMPAIGN}/as/pia`),
    );
  });

  it('puts Ask first for questions', async () => {
    const { user, shell, showPalette } = openSearch();
    showPalette();
    await fillIn(user, field(), 'who is ilse?');
    await screen.findByText('Ask “who is ilse?”');
    await waitFor(() => expect(active()?.textContent).toContain('Ask “who is ilse?”'));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(
        `/campaigns/${CAMPAIGN}/ask?q=who+is+ilse%3F`,
      ),
    );
  });

  it('lists a document once if its first heading repeats its title', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', () =>
      answer({
        ...{ hits: [], mode: 'lexical' },
        suggestions: [
          { kind: 'document', text: 'Krezk', document: DOCUMENT },
          { kind: 'heading', text: 'Krezk', document: DOCUMENT, passage: PASSAGE },
          { kind: 'heading', text: 'Krezk at night', document: DOCUMENT, passage: OTHER },
          { kind: 'some later kind', text: 'Krezk later' },
        ],
      }),
    );
    showPalette();
    await fillIn(user, field(), 'krezk');
    await screen.findByText('Krezk at night');
    expect(words().filter((one) => one?.startsWith('Krezk'))).toEqual(['Krezk', 'Krezk at night']);
  });

  it('keeps view-as for questions', async () => {
    const { user, shell, showPalette } = openSearch({ path: `/campaigns/${CAMPAIGN}/as/party` });
    showPalette();
    await fillIn(user, field(), 'who is ilse?');
    await user.click(await screen.findByText('Ask “who is ilse?”'));
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/ask?q=who+is+ilse%3F&as=party`,
    );
  });

  it('searches for a suggested correction', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', ({ query }) =>
      query.get('q') === 'strad'
        ? answer({ hits: [], mode: 'lexical', did_you_mean: 'strahd' })
        : answer({ hits: [hit()], mode: 'lexical' }),
    );
    showPalette();
    await fillIn(user, field(), 'strad');
    await user.click(await screen.findByText('Did you mean this?'));
    expect(field().value).toBe('strahd');
    await screen.findByText('Graves · Krezk');
  });

  it('sends view-as with every request, and keeps it in links', async () => {
    const { server, user, shell, showPalette } = openSearch({
      path: `/campaigns/${CAMPAIGN}/as/party`,
    });
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    showPalette();
    await fillIn(user, field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    await user.keyboard('{Enter}');
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}?as=party#p-${PASSAGE}`,
    );
    for (const { viewAs } of server.calls) expect(viewAs).toBe('party');
    expect(localStorage.length).toBe(0);
  });

  it('reports lagging campaigns that are missing from the results, until they are complete', async () => {
    const { server, user, showPalette } = openSearch({ path: '/home' });
    server.on('GET /api/search/', () =>
      answer({ hits: [hit()], mode: 'lexical', catching_up: [OTHER] }),
    );
    showPalette();
    await fillIn(user, field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    expect(screen.getByRole('status').textContent).toContain('Some campaigns are updating');
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toContain('updating'), {
      timeout: 4_000,
    });
  });

  it('reports an unavailable search, and still offers names and actions', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', () => refuse(500, 'Out of order.'));
    showPalette();
    await fillIn(user, field(), 'ledger');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('Search is unavailable.'),
    );
    expect(active()?.textContent).toBe('Ledger of reveals');
  });
});
