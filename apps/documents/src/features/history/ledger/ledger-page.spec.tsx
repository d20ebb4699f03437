import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { entry, LEDGER, mia, SESSIONS, showLedger, TAKE_BACK } from '../../../testing/show-ledger';
import { campaignId, deathHouse } from '../../../testing/show-panel';

const PATH = `/campaigns/${campaignId}/library/${deathHouse.id}`;
const someWords = {
  passages: { count: 3, first: [{ id: 'p1', text: 'The door is sealed with wax.' }] },
};
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const toMia = entry('one', {
  ...someWords,
  at: daysAgo(0),
  audience: 'players',
  players: [mia],
  can_take_back: true,
});

const entriesOf = () =>
  screen.getAllByRole('listitem').filter((item) => item.querySelector('time'));

describe('the ledger', () => {
  it('lists reveals with audience, time and game master, and links to the passages', async () => {
    await showLedger({
      ledger: () =>
        answer({
          entries: [
            toMia,
            entry('two', {
              ...{ at: daysAgo(1), act: 'hide', audience: 'gm', by: 'gone', of_document: true },
              ...someWords,
            }),
            entry('three', { at: daysAgo(1), act: 'upload', audience: 'gm', title: undefined }),
          ],
        }),
    });
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    expect(today.getAllByRole('listitem')[0]?.textContent).toContain(
      'Revealed 3 passages of The Sunken Keep to Mia',
    );
    expect(today.getByText('by Ann')).toBeTruthy();
    expect(today.getByRole('link', { name: 'The Sunken Keep' }).getAttribute('href')).toBe(PATH);
    expect(today.getByRole('link', { name: /The door is sealed/ }).getAttribute('href')).toBe(
      `${PATH}#p-p1`,
    );
    expect(today.getByText('and 2 more')).toBeTruthy();
    const yesterday = within(screen.getByRole('region', { name: 'Yesterday' }));
    expect(yesterday.getByText(/^by a former member/)).toBeTruthy();
    expect(yesterday.getByText('3 passages had a different audience')).toBeTruthy();
    expect(yesterday.queryByRole('link', { name: /The door is sealed/ })).toBeNull();
    expect(yesterday.getByText('a permanently deleted document')).toBeTruthy();
  });

  it('ends with entries of imported archives, which cannot be undone', async () => {
    const imported = { at: daysAgo(400), act: 'reveal', audience: 'players' as const };
    const { user } = await showLedger({
      ledger: ({ query }) => {
        if (!query.has('imported')) return answer({ entries: [toMia] });
        if (query.has('after'))
          return answer({ imported: [{ ...imported, id: 'last', act: 'hide', audience: 'gm' }] });
        const named = { by: 'Old Gm', players: ['Zed'], passages: 2 };
        const title = 'The Sunken Keep';
        return answer({
          imported: [{ ...imported, ...named, title, id: 'old', document: deathHouse.id }],
          next: 'old',
        });
      },
    });
    const old = within(await screen.findByRole('region', { name: 'From imported archives' }));
    expect(old.getByRole('listitem').textContent).toContain(
      'Revealed 2 passages of The Sunken Keep to Zedby Old Gm · imported',
    );
    expect(old.getByRole('link').getAttribute('href')).toBe(PATH);
    await user.click(old.getByRole('button', { name: 'Show earlier imported entries' }));
    expect((await old.findAllByRole('listitem'))[1]?.textContent).toContain(
      'Hid a document that was not imported from the players',
    );
    expect(old.queryByRole('button', { name: /Undo/ })).toBeNull();
  });

  it('goes back page by page', async () => {
    const { user, server } = await showLedger({
      ledger: ({ query }) =>
        query.get('after') === 'one'
          ? answer({ entries: [toMia, entry('two')] })
          : answer({ entries: [toMia], next: 'one' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
    // An entry on two pages is listed once.
    await waitFor(() => expect(entriesOf()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
    // And entries of imported archives.
    expect(server.callsTo(LEDGER)).toHaveLength(3);
  });

  it('is filtered, and loads older entries automatically until the screen is full', async () => {
    const { user, server } = await showLedger({
      ledger: ({ query }) =>
        query.get('after') === 'one'
          ? answer({ entries: [entry('two', { act: 'hide', audience: 'gm', title: 'Attic' })] })
          : answer({ entries: [toMia], next: 'one' }),
    });
    await screen.findByText('by Ann');
    expect(server.callsTo(LEDGER)).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Show'), 'Hidden');
    await screen.findByText('Attic');
    expect(entriesOf()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Show'), 'Everything');
    await fillIn(user, screen.getByLabelText('Filter by document'), 'sunken');
    expect(entriesOf()).toHaveLength(1);
    await user.type(screen.getByLabelText('Filter by document'), 'x');
    expect(screen.getByText('No matching entries.')).toBeTruthy();
  });

  it('undoes a reveal, and links to the document', async () => {
    let entries = [toMia];
    const back = entry('two', { act: 'take_back', audience: 'gm', ...someWords });
    const { user, server, shell } = await showLedger({ ledger: () => answer({ entries }) });
    server.on(TAKE_BACK, () => {
      entries = [back, { ...toMia, can_take_back: false }];
      return answer({ kept: 2 });
    });
    await user.click(
      await screen.findByRole('button', {
        name: 'Undo: Revealed 3 passages of The Sunken Keep to Mia',
      }),
    );
    await screen.findByText('Changed since');
    expect(server.callsTo(TAKE_BACK).map(({ path }) => path)).toEqual([
      `/api/documents/${deathHouse.id}/acts/one/`,
    ]);
    expect(entriesOf()[0]?.textContent).toContain(
      'Undid the changes to 3 passages of The Sunken Keep, now hidden from the players',
    );
    await waitFor(() => expect(shell.toasts).toHaveLength(1));
    expect(shell.toasts[0]?.message).toBe(
      'Undone: Revealed 3 passages of The Sunken Keep to Mia. 2 passages written since stay GM only.',
    );
    shell.toasts[0]?.action?.run();
    expect(shell.routing.navigations.at(-1)?.to).toBe(`${PATH}#p-p1`);
  });

  it('asks first where players would see something again', async () => {
    const { user, server } = await showLedger({
      ledger: () =>
        answer({ entries: [entry('one', { act: 'hide', audience: 'gm', can_take_back: true })] }),
    });
    server.on(TAKE_BACK, noContent);
    await user.click(await screen.findByRole('button', { name: /^Undo:/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Undo this change?' }));
    expect(dialog.getByText('Its previous audience sees it again.')).toBeTruthy();
    expect(server.callsTo(TAKE_BACK)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsTo(TAKE_BACK)).toHaveLength(1));
  });

  it('asks which title players are to read where it was renamed meanwhile', async () => {
    const hidden = entry('one', { act: 'hide', audience: 'gm', can_take_back: true });
    const { user, server } = await showLedger({ ledger: () => answer({ entries: [hidden] }) });
    server.on(TAKE_BACK, ({ query }) =>
      query.has('seen_title')
        ? noContent()
        : refuse(409, 'It is called otherwise.', {
            code: 'document.renamed_meanwhile',
            title: ['Strahd’s mill'],
          }),
    );
    await user.click(await screen.findByRole('button', { name: /^Undo:/ }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('dialog', { name: /under its new title/ }));
    question.getByText(/are going to read “Strahd’s mill”/);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(question.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsTo(TAKE_BACK)).toHaveLength(2));
    expect(server.callsTo(TAKE_BACK)[1]?.query.get('seen_title')).toBe('Strahd’s mill');
  });

  it('shows why an entry can no longer be undone, and refetches', async () => {
    let entries = [toMia];
    const { user, server } = await showLedger({ ledger: () => answer({ entries }) });
    server.on(TAKE_BACK, () => {
      entries = [{ ...toMia, can_take_back: false }];
      return refuse(409, 'Everything of it was changed since.');
    });
    await user.click(await screen.findByRole('button', { name: /^Undo:/ }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Everything of it was changed since.',
    );
    await screen.findByText('Changed since');
  });

  it('begins empty', async () => {
    await showLedger();
    expect(await screen.findByText('Nothing was revealed yet.')).toBeTruthy();
  });

  it('says why it did not load, and tries again', async () => {
    let fails = true;
    const { user } = await showLedger({
      ledger: () => (fails ? refuse(503, 'Please try again.') : answer({ entries: [toMia] })),
    });
    await screen.findByText('Please try again.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('by Ann');
  });

  it('updates with reveals of others', async () => {
    let entries = [toMia];
    const { shell } = await showLedger({ ledger: () => answer({ entries }) });
    await screen.findByText('by Ann');
    entries = [entry('two', { title: 'The Attic' }), toMia];
    shell.hints.give({ kind: 'documents', campaign: campaignId, id: deathHouse.id });
    await screen.findByText('The Attic');
  });
});

describe('what they know', () => {
  const known = {
    document: deathHouse.id,
    title: 'Death House',
    public_title: 'A house in the mist',
    since: '2026-11-20T20:14:00.000Z',
    whole: false,
    ...someWords,
  };
  const showKnown = (query = '') =>
    showLedger({
      query,
      ledger: (call) => answer(call.query.has('player') ? { known: [known] } : { entries: [] }),
    });
  const asked = (server: Awaited<ReturnType<typeof showLedger>>['server']) =>
    String(server.callsTo(LEDGER).at(-1)?.query);

  it('is requested for the party or a player by name, as of now', async () => {
    const { user, server } = await showKnown();
    await user.click(await screen.findByRole('button', { name: 'Player knowledge' }));
    await screen.findByRole('heading', { name: 'Known to the party now' });
    const who = screen.getByLabelText<HTMLSelectElement>('Who');
    // A co-GM sees everything.
    expect([...who.options].map(({ text }) => text)).toEqual(['The party', 'Mia']);
    await user.selectOptions(who, 'Mia');
    await screen.findByRole('heading', { name: 'Known to Mia now' });
    expect(asked(server)).toBe(`player=${mia}`);
    expect(window.location.search).toBe(`?player=${mia}`);
    const row = (await screen.findByText('Death House')).closest('li');
    expect(row?.textContent).toContain('known to them as “A house in the mist”');
    expect(row?.textContent).toContain('3 passages');
    expect(screen.getByRole('link', { name: 'See the library as Mia does' })).toBeTruthy();
  });

  it('is as of a moment, which the address holds', async () => {
    const { server } = await showKnown(`?player=party&as_of=2026-11-21T10:00:00.000Z`);
    await screen.findByRole('heading', { name: /^Known to the party on .*2026/ });
    expect(new URLSearchParams(asked(server)).get('as_of')).toBe('2026-11-21T10:00:00.000Z');
    // Its library link is for the current state only.
    expect(screen.queryByRole('link', { name: /See the library/ })).toBeNull();
  });

  describe('after a session', () => {
    const session = (number: number, closed_at: string | null, state = 'closed') => ({
      ...{ id: `session-${number}`, number, state, closed_at },
    });
    const [end11, end12] = ['2026-11-17T22:58:12.345Z', '2026-11-24T23:04:05.678Z'];
    const showSessions = (query: string, sessions = () => answer(all)) =>
      showLedger({ query, sessions, ledger: () => answer({ known: [known] }) });
    const all = [session(13, null, 'running'), session(11, end11), session(12, end12)];
    const field = () => screen.findByLabelText<HTMLSelectElement>('Session');
    const asOf = () => new URLSearchParams(window.location.search).get('as_of');

    it('is selected from the closed sessions, the latest first', async () => {
      const { user, server } = await showSessions(`?player=${mia}`);
      const select = await field();
      expect([...select.options].map(({ text }) => text)).toEqual([
        'Any time',
        'After session 12',
        'After session 11',
      ]);
      expect(select.selectedOptions[0]?.text).toBe('Any time');
      await user.selectOptions(select, 'After session 12');
      await screen.findByRole('heading', { name: /^Known to Mia on .*2026/ });
      expect(asked(server)).toBe(String(new URLSearchParams({ player: mia, as_of: end12 })));
      expect(asOf()).toBe(end12);
      expect((await field()).selectedOptions[0]?.text).toBe('After session 12');
      await user.selectOptions(await field(), 'Any time');
      await screen.findByRole('heading', { name: 'Known to Mia now' });
      expect(asOf()).toBeNull();
    });

    it('is recognized in the address, until another time is chosen', async () => {
      await showSessions(`?player=party&as_of=${end11}`);
      expect((await field()).selectedOptions[0]?.text).toBe('After session 11');
      fireEvent.change(screen.getByLabelText(/^As of/), { target: { value: '2026-11-17T21:00' } });
      expect((await field()).selectedOptions[0]?.text).toBe('Any time');
      expect(asOf()).toBe(new Date('2026-11-17T21:00').toISOString());
    });

    it.each([
      ['there are none', () => answer([session(13, null, 'running')])],
      ['they do not load', () => refuse(503, 'Back in a moment.')],
      ['they are of an unknown form', () => answer([{ no: 'sense' }])],
    ])('is not offered if %s', async (_, sessions) => {
      const { server } = await showSessions('?player=party', sessions);
      await screen.findByText('Death House');
      await waitFor(() => expect(server.callsTo(SESSIONS)).toHaveLength(1));
      expect(screen.queryByLabelText('Session')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });

  it('may be nothing', async () => {
    await showLedger({ query: '?player=party', ledger: () => answer({ known: [] }) });
    expect(await screen.findByText('The party knows nothing yet.')).toBeTruthy();
  });
});

describe('the ledger is for game masters', () => {
  it('and tells a player so without asking for it', async () => {
    const { server } = await showLedger({ role: 'player' });
    await screen.findByText('The ledger is for game masters.');
    expect(server.callsTo(LEDGER)).toHaveLength(0);
  });

  it('and is not there for who is not of the campaign', async () => {
    const { server } = await showLedger({ refused: true });
    await screen.findByRole('heading', { level: 1, name: 'This ledger is not here.' });
    expect(server.callsTo(LEDGER)).toHaveLength(0);
  });

  it('and does not open with a player’s eyes', async () => {
    const { server } = await showLedger({ query: `?as=${mia}` });
    await screen.findByText('Players have no ledger.');
    expect(screen.getByText('You are viewing as Mia.')).toBeTruthy();
    const others = within(screen.getByRole('navigation', { name: 'View as' }));
    expect(others.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'The party',
      'Mia',
    ]);
    expect(server.callsTo(LEDGER)).toHaveLength(0);
  });
});
