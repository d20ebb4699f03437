import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fakePerson, held, refuse } from '@tomekeeper/remote-kit/testing';
import {
  CAMPAIGN,
  DOCUMENT,
  hit,
  openSearch,
  OTHER,
  PASSAGE,
  titled,
} from '../../testing/show-search';
import { keepRecent, readRecent } from '../recent/kept-recent';

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option');
const words = () => options().map(({ textContent }) => textContent);
const chosen = () => options().find((one) => one.getAttribute('aria-selected') === 'true');
const group = (name: string) => within(screen.getByRole('group', { name }));

beforeEach(() => localStorage.clear());

describe('the palette, before anything is typed', () => {
  it('offers what works for a GM in this campaign', async () => {
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
      'Ledger: who knows what',
      'View as the party',
      'Campaign page',
      'Library',
      'Search page',
      'My Campaigns',
      'New campaign',
      'Account',
    ]);
  });

  it('offers a player nothing that only GMs do', async () => {
    const { server } = openSearchAsPlayer();
    await waitFor(() => expect(server.callsTo('GET /api/campaigns/:id/')).toHaveLength(1));
    await screen.findByText('Ask a question');
    expect(words().join()).not.toMatch(/New note|Upload|Ledger|View as/);
  });

  it('offers a GM who looks with other eyes nothing but reading and asking, in this campaign, and the way back', async () => {
    const { server, showPalette } = openSearch({ path: `/campaigns/${CAMPAIGN}/library?as=pia` });
    showPalette();
    await screen.findByText('This is what Pia Reed finds.');
    expect(words()).toEqual([
      'Ask a question',
      'Campaign page',
      'Library',
      'Search page',
      'Back to your own view',
    ]);
    for (const call of server.callsTo('GET /api/campaigns/:id/')) expect(call.viewAs).toBe('pia');
  });

  it('names what was opened last as the server names it now, and forgets what is not there any more', async () => {
    const { id } = fakePerson('Mina');
    keepRecent(id, { campaign: CAMPAIGN, document: OTHER });
    keepRecent(id, { campaign: CAMPAIGN, document: DOCUMENT });
    const { server, showPalette } = openSearch();
    server.on('GET /api/documents/', () =>
      answer([{ id: DOCUMENT, campaign: CAMPAIGN, original_filename: 'Krezk, renamed' }]),
    );
    showPalette();
    await screen.findByRole('group', { name: 'Opened last' });
    expect(
      group('Opened last')
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Krezk, renamed']);
    expect(readRecent(id).map(({ document }) => document)).toEqual([DOCUMENT]);
  });

  it('remembers the document that it was opened on', () => {
    openSearch({ path: `/campaigns/${CAMPAIGN}/library/${DOCUMENT}` }).showPalette();
    expect(readRecent(fakePerson('Mina').id)).toEqual([{ campaign: CAMPAIGN, document: DOCUMENT }]);
  });
});

const openSearchAsPlayer = () => {
  const opened = openSearch({ role: 'player' });
  opened.showPalette();
  return opened;
};

describe('the palette, while something is typed', () => {
  it('begins with what was typed before it was there', async () => {
    openSearch().showPalette('il');
    expect(field().value).toBe('il');
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('opens what is found for what was typed and entered before it was there', async () => {
    const { server, shell, showPalette } = openSearch();
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    showPalette('ilse\n');
    expect(field().value).toBe('ilse');
    await waitFor(() => expect(shell.routing.navigations.at(-1)?.to).toContain(`#p-${PASSAGE}`));
  });

  it('opens the first passage by Enter, lit, and closes', async () => {
    const { server, user, shell, showPalette } = openSearch();
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    const { onClose } = showPalette();
    await user.type(field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    await user.keyboard('{Enter}');
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}#p-${PASSAGE}`,
    );
    expect(onClose).toHaveBeenCalled();
  });

  it('lets Enter wait for the answer to what is typed', async () => {
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

  it('throws an answer away that comes after something else was typed', async () => {
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

  it('is walked through by the arrow keys, round the ends, and says what is chosen and how many there are', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', () =>
      answer({ hits: [titled(), hit(), hit({ passage: OTHER })], mode: 'lexical' }),
    );
    showPalette();
    await user.type(field(), 'ilse');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('5 results'));
    expect(chosen()).toBe(options()[0]);
    expect(field().getAttribute('aria-activedescendant')).toBe(chosen()?.id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe(options()[2]);
    expect(field().getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(options().at(-1));
    expect(document.activeElement).toBe(field());
  });

  it('finds people, and leads a GM to what that player sees', async () => {
    const { user, shell, showPalette } = openSearch();
    showPalette();
    await user.type(field(), 'pia{Enter}');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${CAMPAIGN}/as/pia`),
    );
  });

  it('puts a question first where it is one', async () => {
    const { user, shell, showPalette } = openSearch();
    showPalette();
    await user.type(field(), 'who is ilse?');
    await screen.findByText('Ask “who is ilse?”');
    await waitFor(() => expect(chosen()?.textContent).toContain('Ask “who is ilse?”'));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(
        `/campaigns/${CAMPAIGN}/ask?q=who+is+ilse%3F`,
      ),
    );
  });

  it('offers a document once whose first heading says its title', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/suggest/', () =>
      answer({
        suggestions: [
          { kind: 'document', text: 'Krezk', document: DOCUMENT },
          { kind: 'heading', text: 'Krezk', document: DOCUMENT, passage: PASSAGE },
          { kind: 'heading', text: 'Krezk at night', document: DOCUMENT, passage: OTHER },
        ],
      }),
    );
    showPalette();
    await user.type(field(), 'krezk');
    await screen.findByText('Krezk at night');
    expect(words().filter((one) => one?.startsWith('Krezk'))).toEqual(['Krezk', 'Krezk at night']);
  });

  it('lets a GM who looks with other eyes ask with them', async () => {
    const { user, shell, showPalette } = openSearch({ path: `/campaigns/${CAMPAIGN}/as/party` });
    showPalette();
    await user.type(field(), 'who is ilse?');
    await user.click(await screen.findByText('Ask “who is ilse?”'));
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/ask?q=who+is+ilse%3F&as=party`,
    );
  });

  it('looks for another word where one was meant', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', ({ query }) =>
      query.get('q') === 'strad'
        ? answer({ hits: [], mode: 'lexical', did_you_mean: 'strahd' })
        : answer({ hits: [hit()], mode: 'lexical' }),
    );
    showPalette();
    await user.type(field(), 'strad');
    await user.click(await screen.findByText('Did you mean this?'));
    expect(field().value).toBe('strahd');
    await screen.findByText('Graves · Krezk');
  });

  it('asks everything with the eyes of a player, and stays with them', async () => {
    const { server, user, shell, showPalette } = openSearch({
      path: `/campaigns/${CAMPAIGN}/as/party`,
    });
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    showPalette();
    await user.type(field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    await user.keyboard('{Enter}');
    expect(shell.routing.navigations.at(-1)?.to).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}?as=party#p-${PASSAGE}`,
    );
    for (const { viewAs } of server.calls) expect(viewAs).toBe('party');
    expect(localStorage.length).toBe(0);
  });

  it('says that campaigns are catching up and are left out, until they are found in too', async () => {
    const { server, user, showPalette } = openSearch({ path: '/home' });
    server.on('GET /api/search/', () =>
      answer({ hits: [hit()], mode: 'lexical', catching_up: [OTHER] }),
    );
    showPalette();
    await user.type(field(), 'ilse');
    await screen.findByText('Graves · Krezk');
    expect(screen.getByRole('status').textContent).toContain('Some campaigns are catching up');
    server.on('GET /api/search/', () => answer({ hits: [hit()], mode: 'lexical' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toContain('catching'), {
      timeout: 4_000,
    });
  });

  it('says that search does not answer, and still leads to what it knows', async () => {
    const { server, user, showPalette } = openSearch();
    server.on('GET /api/search/', () => refuse(500, 'Out of order.'));
    showPalette();
    await user.type(field(), 'ledger');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('Search did not answer.'),
    );
    expect(chosen()?.textContent).toBe('Ledger: who knows what');
  });
});
