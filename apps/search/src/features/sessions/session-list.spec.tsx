import { screen, waitFor, within } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, hit, openSearch, session, SESSION } from '../../testing/show-search';

const ASK = 'POST /api/search/ask/';
const at = (page: string, q: string) => ({ path: `/campaigns/${CAMPAIGN}/${page}?q=${q}` });
const sessions = () => within(screen.getByRole('list', { name: 'Sessions' }));
const nothing = { answer: null, passages: [], written_by: 'extract' };
const withPassages = session({
  passages: [
    { ...hit(), source: 'recap' },
    { ...hit({ passage: SESSION, title: 'Letter' }), source: 'revealed' },
  ],
});

it('is the first row of the palette, with its day, and opens the session', async () => {
  const { server, shell, user, showPalette } = openSearch();
  server.on('GET /api/search/', () =>
    answer({ hits: [hit()], mode: 'lexical', asked_about: 'number', sessions: [session()] }),
  );
  showPalette();
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'session 12');
  const [first] = await screen.findAllByRole('option', { name: /^Session 12 · .*2020/ });
  expect(first?.textContent).toMatch(/The marsh$/);
  expect(screen.getAllByRole('option')[0]).toBe(first);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${CAMPAIGN}/sessions/${SESSION}`),
  );
});

it('is above the hits of the search page, with its passages by source', async () => {
  const { server, showPage } = openSearch(at('search', 'last+session'));
  server.on('GET /api/search/', () =>
    answer({ hits: [hit()], mode: 'lexical', asked_about: 'last', sessions: [withPassages] }),
  );
  showPage('search');
  const link = await screen.findByRole('link', { name: 'Session 12: The marsh' });
  expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/sessions/${SESSION}`);
  expect(sessions().getByText(/2020.* · Played$/)).toBeTruthy();
  sessions().getByRole('list', { name: 'Recap, Session 12: The marsh' });
  const revealed = sessions().getByRole('list', { name: /^Revealed during the session/ });
  within(revealed).getByRole('link', { name: 'Letter' });
  screen.getByRole('list', { name: 'Results for “last session”' });
});

it('explains the quotations of an answer', async () => {
  const { server, showPage } = openSearch(at('ask', 'where+did+we+leave+off'));
  const quote = { text: 'The bell fell silent.', citations: [] };
  server.on(ASK, () =>
    answer({
      ...{ ...nothing, answer: [quote], passages: [hit()] },
      ...{ asked_about: 'left_off', sessions: [withPassages] },
    }),
  );
  showPage('ask');
  await screen.findByText('The bell fell silent.');
  sessions().getByText('How the session ended · Recap');
  expect(sessions().queryByRole('link', { name: 'Krezk' })).toBeNull();
});

it.each([
  ['next', [session({ state: 'planned' })], 'Session 12: The marsh'],
  ['next', [], 'No session is planned.'],
  ['loose_ends', [session({ open_items: ['Who lied?'] })], 'Who lied?'],
])('answers %s without quotations (%#)', async (asked_about, found, text) => {
  const { server, showPage } = openSearch(at('ask', 'a+question'));
  server.on(ASK, () => answer({ ...nothing, asked_about, sessions: found }));
  showPage('ask');
  await screen.findByText(text);
  expect(screen.queryByText('Nothing in your notes answers this.')).toBeNull();
});

it('says that there is no such session, and that nothing answers the question', async () => {
  const { server, showPage } = openSearch(at('ask', 'session+77'));
  server.on(ASK, () => answer({ ...nothing, asked_about: 'number', sessions: [] }));
  showPage('ask');
  await screen.findByText('There is no session with this number.');
  screen.getByText('Nothing in your notes answers this.');
});

it('tolerates sessions of a later service', async () => {
  const { server, showPage } = openSearch(at('search', 'session+12'));
  const odd = session({ state: 'postponed', passages: [{ ...hit(), source: 'stream' }] });
  server.on('GET /api/search/', () =>
    answer({ hits: [hit()], mode: 'lexical', asked_about: 'weather', sessions: [odd] }),
  );
  showPage('search');
  await screen.findByRole('link', { name: 'Session 12: The marsh' });
});
