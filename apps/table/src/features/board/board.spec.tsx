import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, refuse } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openTable, session, SESSION, sessionOfPlayer } from '../../testing/show-table';

const GET = 'GET /api/campaigns/:id/board/';
const PUT = 'PUT /api/campaigns/:id/board/';
const NOTES = 'POST /api/documents/notes/';

const id = (n: number) => `3d0b9d4e-3d3c-4a44-9a0e-00000000000${n}`;
const text = (n: number, words: string) => ({ kind: 'text', id: id(n), text: words });
const list = (n: number, lines: object[]) => ({
  ...{ kind: 'checklist', id: id(n), title: 'Before the bell', lines },
});
const link = (n: number) => ({ kind: 'document', id: id(n), document: id(9) });

/** The page of a session whose server stores a board like the campaign service. */
async function open(first: object[] = []) {
  const table = openTable({ sessions: [session({ state: 'running' })] });
  const server = { items: first, version: 1, isDown: false, losesResponses: false };
  const board = () => ({ items: server.items, version: server.version, session: SESSION });
  table.server
    .on(GET, () => answer(board()))
    .on(PUT, ({ body }) => {
      const { items, version } = body as { items: object[]; version: number };
      if (server.isDown) return refuse(503, 'Please try again in a moment.');
      if (JSON.stringify(items) === JSON.stringify(server.items)) return answer(board());
      if (version !== server.version)
        return refuse(409, 'Changed.', { code: 'campaign.board_changed', board: board() });
      Object.assign(server, { items, version: version + 1 });
      return server.losesResponses ? refuse(502, 'Please try again.') : answer(board());
    });
  table.showSession();
  // The region is replaced when the code of the board is loaded.
  await screen.findByRole('button', { name: 'Add text' });
  const region = within(screen.getByRole('region', { name: 'Tonight' }));
  return {
    ...table,
    stored: server,
    region,
    press: (name: string | RegExp) => table.user.click(screen.getByRole('button', { name })),
    choose: async (of: RegExp, name: string) => {
      await table.user.click(region.getByRole('button', { name: of }));
      await table.user.click(screen.getByRole('menuitem', { name }));
    },
    /** A change of another GM. */
    async changeElsewhere(items: object[], isHinted = true) {
      Object.assign(server, { items, version: server.version + 1 });
      if (isHinted)
        await act(async () =>
          table.shell.hints.give({ kind: 'board', campaign: CAMPAIGN, id: SESSION }),
        );
    },
  };
}

describe('for game masters', () => {
  it('adds, changes and removes texts, and undoes a removal', async () => {
    const { user, press, region, stored, choose, shell } = await open();
    await press('Add text');
    await press('Save');
    expect(region.getByText('Enter a text, or cancel.')).toBeTruthy();
    await fillIn(user, region.getByLabelText('Text'), 'The bell rings.');
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    await press('Save');
    await waitFor(() => expect(stored.items).toMatchObject([{ text: 'The bell rings.' }]));
    await waitFor(() => expect(shell.routing.asksBeforeLeaving()).toBe(false));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move item 1: The bell rings.');
    await choose(/^More actions of item 1/, 'Edit');
    await fillIn(user, region.getByLabelText('Text'), ' Twice.');
    await press('Save');
    await waitFor(() => expect(stored.items).toMatchObject([{ text: 'The bell rings. Twice.' }]));
    await choose(/^More actions of item 1/, 'Remove from the board');
    await waitFor(() => expect(stored.items).toEqual([]));
    act(() => shell.toasts.at(-1)?.action?.run());
    await waitFor(() => expect(stored.items).toMatchObject([{ text: 'The bell rings. Twice.' }]));
  });

  it('adds a checklist line by line, and keeps its marks when lines change', async () => {
    const { user, press, region, stored, choose } = await open();
    await press('Add checklist');
    await fillIn(user, region.getByLabelText('Title'), 'Props');
    await user.type(region.getByLabelText('Lines'), 'Candle{Enter}{Enter}Letter');
    await press('Save');
    await user.click(await region.findByRole('checkbox', { name: 'Letter' }));
    const marks = () =>
      (stored.items as { lines?: { text: string; done: boolean }[] }[])[0]?.lines?.map(
        ({ text: words, done }) => `${words} ${done}`,
      );
    await waitFor(() => expect(marks()).toEqual(['Candle false', 'Letter true']));
    await choose(/^More actions of item 1/, 'Edit');
    await user.clear(region.getByLabelText('Lines'));
    await user.type(region.getByLabelText('Lines'), 'Rope{Enter}Letter{Enter}Candle');
    await press('Save');
    await waitFor(() => expect(marks()).toEqual(['Rope false', 'Letter true', 'Candle false']));
  });

  it('moves items by keyboard and menu, says where they are, and keeps the focus', async () => {
    const { user, region, stored, choose, shell } = await open(
      [1, 2, 3].map((n) => text(n, `text ${n}`)),
    );
    region.getByRole('button', { name: 'Move item 1: text 1' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(shell.announcements.at(-1)).toBe('Moved to position 2 of 3');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move item 2: text 1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const order = () => stored.items.map((one) => (one as { text: string }).text);
    await waitFor(() => expect(order()).toEqual(['text 2', 'text 3', 'text 1']));
    await choose(/^More actions of item 3/, 'Move up');
    await waitFor(() => expect(order()).toEqual(['text 2', 'text 1', 'text 3']));
  });

  it('shows documents by the widget of their remote, and stores no title', async () => {
    const { region, stored } = await open([link(1)]);
    const widget = await waitFor(() => {
      const found = document.querySelector('[data-widget="documents.board-item"]');
      expect(found).not.toBeNull();
      return found;
    });
    expect(JSON.parse(widget?.textContent ?? '{}')).toMatchObject({
      campaignId: CAMPAIGN,
      document: id(9),
      isPicture: false,
    });
    expect(region.queryByRole('button', { name: /^Make it a note/ })).toBeNull();
    expect(stored.items).toEqual([link(1)]);
  });

  it('makes a hidden note of a text, once, and refers to it', async () => {
    const { server, stored, press } = await open([text(1, 'The abbot lies.\nHe is old.')]);
    let fails = true;
    server.on(NOTES, () => (fails ? refuse(503, 'Please try again.') : answer({ id: id(9) })));
    await press(/^Make it a note/);
    await waitFor(() => expect(server.callsTo(NOTES)).toHaveLength(1));
    fails = false;
    await press(/^Make it a note/);
    await waitFor(() => expect(stored.items).toEqual([link(1)]));
    const [first, second] = server.callsTo(NOTES).map(({ body }) => body);
    expect(first).toMatchObject({
      ...{ campaign: CAMPAIGN, title: 'The abbot lies.', is_spoilers: true },
      markdown: 'The abbot lies.\nHe is old.',
    });
    expect(second).toEqual(first);
  });

  it('keeps a change that another game master makes while the note is created', async () => {
    const { server, stored, press, region, changeElsewhere } = await open([text(1, 'old')]);
    let create: (note: Response) => void = () => undefined;
    server.on(NOTES, () => new Promise<Response>((resolve) => (create = resolve)));
    await press(/^Make it a note/);
    await waitFor(() => expect(server.callsTo(NOTES)).toHaveLength(1));
    await changeElsewhere([text(1, 'new')]);
    await region.findByText('new');
    await act(async () => create(answer({ id: id(9) })));
    await waitFor(() => expect(stored.items).toMatchObject([link(1), { text: 'new' }]));
  });

  it('keeps an invalid item open when another one is opened', async () => {
    const { user, press, region, choose, stored } = await open([text(1, 'first')]);
    await press('Add text');
    const field = region.getByLabelText<HTMLTextAreaElement>('Text');
    await user.click(field);
    await user.paste('a\u0001b');
    await choose(/^More actions of item 1/, 'Edit');
    expect(region.getByText('A text must not contain control characters.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(stored.items).toEqual([text(1, 'first')]);
  });
});

describe('with another game master', () => {
  it('shows their changes, while typed text and focus stay', async () => {
    const { user, press, region, changeElsewhere } = await open([text(1, 'first')]);
    await press('Add text');
    const field = region.getByLabelText('Text');
    await fillIn(user, field, 'mine');
    await changeElsewhere([text(2, 'theirs'), text(1, 'first')]);
    await region.findByText('theirs');
    expect((field as HTMLTextAreaElement).value).toBe('mine');
    expect(document.activeElement).toBe(field);
  });

  it('saves again when the browser is online again', async () => {
    const { region, stored, press, user } = await open();
    stored.isDown = true;
    await press('Add text');
    await user.type(region.getByLabelText('Text'), 'a');
    await press('Save');
    await region.findByText('Please try again in a moment.');
    stored.isDown = false;
    await act(async () => window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(stored.items).toMatchObject([{ text: 'a' }]));
    expect(region.queryByText('Please try again in a moment.')).toBeNull();
  });

  it('does not merge with its own save whose response was lost', async () => {
    const { region, stored, press, choose, user } = await open([text(1, 'a')]);
    stored.losesResponses = true;
    const type = async (words: string) => {
      await choose(/^More actions of item 1/, 'Edit');
      await user.clear(region.getByLabelText('Text'));
      await fillIn(user, region.getByLabelText('Text'), words);
      await press('Save');
    };
    await type('ab');
    await region.findByText('Please try again.');
    stored.losesResponses = false;
    await type('abc');
    await waitFor(() => expect(stored).toMatchObject({ items: [text(1, 'abc')], version: 3 }));
    expect(region.queryByText('ab')).toBeNull();
  });

  it('undoes a removal only if the item did not come back', async () => {
    const { region, stored, press, choose, shell, changeElsewhere } = await open([text(1, 'a')]);
    await changeElsewhere([text(1, 'b')], false);
    await choose(/^More actions of item 1/, 'Remove from the board');
    await region.findByText('b');
    await act(async () => shell.toasts.at(-1)?.action?.run());
    await press('Add text');
    expect(stored.items).toEqual([text(1, 'b')]);
    expect(region.getAllByText('b')).toHaveLength(1);
  });

  it('merges a conflict by item', async () => {
    const { region, stored, changeElsewhere, user } = await open([
      text(1, 'first'),
      list(2, [{ id: id(5), text: 'Candle', done: false }]),
    ]);
    await changeElsewhere(
      [text(3, 'theirs'), text(1, 'first'), list(2, [{ id: id(5), text: 'Candles', done: false }])],
      false,
    );
    await user.click(region.getByRole('checkbox', { name: 'Candle' }));
    await waitFor(() =>
      expect(stored.items).toEqual([
        text(3, 'theirs'),
        text(1, 'first'),
        list(2, [{ id: id(5), text: 'Candles', done: true }]),
      ]),
    );
    expect(region.getByText('theirs')).toBeTruthy();
  });

  it.each([
    ['changed', [text(1, 'theirs')], ['mine', 'theirs']],
    ['removed', [], ['mine']],
  ])('keeps a text that they %s while it was open', async (_, theirs, all) => {
    const { user, press, region, stored, choose, changeElsewhere, shell } = await open([
      text(1, 'first'),
    ]);
    await choose(/^More actions of item 1/, 'Edit');
    await user.clear(region.getByLabelText('Text'));
    await fillIn(user, region.getByLabelText('Text'), 'mine');
    await changeElsewhere(theirs);
    await waitFor(() => expect(region.getByLabelText('Text')).toBeTruthy());
    await press('Save');
    await waitFor(() =>
      expect(stored.items.map((one) => (one as { text: string }).text)).toEqual(all),
    );
    const explained = shell.toasts.some(({ message }) => message.includes('Both versions'));
    expect(explained).toBe(all.length === 2);
  });

  it('keeps own texts that have no room', async () => {
    const { user, press, region, stored, changeElsewhere } = await open();
    await press('Add text');
    await fillIn(user, region.getByLabelText('Text'), 'mine');
    const full = Array.from({ length: 60 }, (_, n) => ({
      ...{ kind: 'text', id: id(1).slice(0, -2) + String(n).padStart(2, '0'), text: `t${n}` },
    }));
    await changeElsewhere(full, false);
    await press('Save');
    const notice = await region.findByText(/The board is full, so/);
    expect(notice.closest('[role=status]')?.textContent).toContain('mine');
    expect(stored.items).toEqual(full);
    expect(region.getByRole('button', { name: 'Add text' })).toHaveProperty('disabled', true);
  });
});

describe('without the server', () => {
  it('keeps the text, says why, and saves it on a retry', async () => {
    const { user, press, region, stored, shell } = await open();
    stored.isDown = true;
    await press('Add text');
    await fillIn(user, region.getByLabelText('Text'), 'kept');
    await press('Save');
    const alert = within(await region.findByRole('alert'));
    alert.getByText('Please try again in a moment.');
    expect(region.getByText('kept')).toBeTruthy();
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    stored.isDown = false;
    await press('Retry');
    await waitFor(() => expect(stored.items).toMatchObject([{ text: 'kept' }]));
    expect(region.queryByRole('alert')).toBeNull();
  });
});

describe('the search', () => {
  it('puts documents, pictures and passages on the board, once', async () => {
    const { server, user, press, stored, region } = await open();
    server
      .on('GET /api/documents/', () =>
        answer({
          documents: [
            { id: id(7), original_filename: 'Map of Barovia.png', content_type: 'image/png' },
            { id: id(8), original_filename: 'The abbot', content_type: null },
          ],
        }),
      )
      .on('GET /api/search/', () =>
        answer({
          hits: [
            { document: id(8), title: 'The abbot', snippet: [] },
            { document: id(8), passage: id(6), title: 'The abbot', snippet: [{ text: 'He ' }] },
            { document: id(8), passage: id(3), title: 'The abbot', snippet: [] },
            { document: id(5), passage: id(4), title: 'Diary', snippet: [], player_note: true },
          ],
        }),
      );
    await press('Add from the library');
    const dialog = within(screen.getByRole('dialog'));
    await fillIn(user, dialog.getByRole('searchbox'), 'abbot');
    for (const name of ['Map of Barovia', 'The abbot', 'The abbot, “He ”', 'The abbot, “Picture”'])
      await user.click(await dialog.findByRole('button', { name: `Put on the board: ${name}` }));
    expect(dialog.queryByText('Diary')).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Put on/ })).toBeNull();
    await press('Done');
    await waitFor(() =>
      expect(stored.items).toMatchObject([
        { kind: 'picture', document: id(7) },
        { kind: 'document', document: id(8) },
        { kind: 'passage', document: id(8), passage: id(6) },
        { kind: 'passage', document: id(8), passage: id(3) },
      ]),
    );
    expect(region.getAllByRole('listitem')).toHaveLength(4);
  });
});

it.each([
  ['players', { role: 'player' as const, sessions: [sessionOfPlayer()] }],
  [
    'GMs who see the page as a player',
    { path: `/campaigns/${CAMPAIGN}/sessions/${SESSION}?as=party` },
  ],
])('is not there for %s, and is not requested', async (_, options) => {
  const { server, showSession } = openTable(options);
  showSession();
  await screen.findByRole('region', { name: 'Who is coming' });
  expect(screen.queryByRole('region', { name: 'Tonight' })).toBeNull();
  expect(server.callsTo(GET)).toEqual([]);
});
