import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type FakeServer, answer, fillIn, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { answerText, fakePassages } from '../../../testing/fake-text';
import { campaignId, map, SPOILER_CHECK } from '../../../testing/show-panel';
import { showViewer } from '../../../testing/show-viewer';
import type { Passage } from '../../documents-api/passages-api';

const PUT = 'PUT /api/documents/:id/audience/';
const SHOW = 'POST /api/documents/:id/show/';
const ACTS = 'DELETE /api/documents/:id/acts/:act/';
const ACT = '0b7b6a4e-0000-4000-8000-000000000001';
const [mia, tom] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

const secret = {
  ...map,
  original_filename: 'Vault of the count.md',
  content_type: 'text/markdown',
  text_state: 'ready',
  is_spoilers: true,
  tags: [],
  pinned: false,
};
const known = { ...secret, public_title: 'The old vault' };

beforeEach(() => {
  localStorage.clear();
  Object.assign(window, { innerHeight: 600, scrollBy: () => undefined, scrollTo: () => undefined });
  Element.prototype.scrollIntoView = () => undefined;
});

interface Asked {
  passages: string[] | 'all';
  audience: 'gm' | 'party' | { players: string[] };
}

/** Fakes the audience endpoints; changes appear in later responses. */
function answerAudiences(server: FakeServer, text: { passages: Passage[] }): void {
  server
    .on(PUT, ({ body }) => {
      const { passages: ids, audience } = body as Asked;
      let changed = 0;
      text.passages = text.passages.map((one) => {
        if (ids !== 'all' && !ids.includes(one.id)) return one;
        changed += 1;
        const kind = typeof audience === 'string' ? audience : 'players';
        const players = typeof audience === 'string' ? undefined : audience.players;
        return { ...one, audience: kind, players };
      });
      return answer({ act: ACT, changed, passages: [] });
    })
    .on(ACTS, () => noContent())
    .on(SHOW, () => answer({ undo_until: '2026-11-24T20:00:00.000Z' }))
    .on('DELETE /api/documents/:id/show/', () => noContent())
    .on('GET /api/campaigns/:id/', () =>
      answer({
        id: campaignId,
        title: 'Curse of Strahd',
        game_system: '5e',
        players: [tom, mia],
        owner: 'o',
        people: [
          { id: 'o', name: 'Wilma', role: 'owner' },
          { id: 'c', name: 'Carl', role: 'co_gm' },
          { id: tom, name: 'Tom', role: 'player' },
          { id: mia, name: 'Mia', role: 'player' },
        ],
      }),
    );
}

interface Shown {
  document?: typeof secret & { public_title?: string };
  passages?: Passage[];
  query?: string;
}

async function showSecret({
  document = known,
  passages = fakePassages(40),
  query = '',
}: Shown = {}) {
  const text = { passages };
  const shown = await showViewer({
    list: [document],
    query,
    beforeShown: (server) => {
      answerText(server, text);
      answerAudiences(server, text);
    },
  });
  await screen.findByText('Passage 1 of the lantern book.');
  return { ...shown, text };
}

const idOf = (at: number) => fakePassages(at + 1)[at]!.id;
const row = (at: number) => document.getElementById(`p-${idOf(at)}`)!;
const handle = (at: number) => within(row(at)).getByRole('checkbox');
const isSelected = (at: number) => handle(at).getAttribute('aria-checked') === 'true';
const selected = () =>
  Array.from({ length: 40 }, (_, at) => at).filter((at) => row(at) && isSelected(at));
const bar = () => screen.getByRole('group', { name: 'Selected passages' });
const focus = (at: number) => act(async () => row(at).focus());

describe('audience labels of passages', () => {
  it('are shown where the audience differs from the document’s, as text on changes', async () => {
    await showSecret({
      passages: fakePassages(8).map((one, at) =>
        at === 2 || at === 3
          ? { ...one, audience: 'party', own_audience: true }
          : at === 5
            ? { ...one, audience: 'players', players: [mia], own_audience: true }
            : { ...one, audience: 'gm' },
      ),
    });
    await within(row(5)).findByText('Mia');
    expect(row(2).querySelector('[data-told]')?.textContent).toBe('Party');
    expect(row(3).querySelector('[data-told]')).toBeNull();
    expect(row(3).textContent).toContain('Party');
    expect(row(1).querySelector('[data-audience]')).toBeNull();
  });

  it('are shown for all passages of a mixed document', async () => {
    await showSecret({
      document: { ...known, is_spoilers: false, audiences: { gm: 1, party: 39, players: 0 } },
      passages: fakePassages(40).map((one, at) => ({
        ...one,
        audience: at === 4 ? 'gm' : 'party',
      })),
    });
    expect(row(0).querySelector('[data-told]')?.textContent).toBe('Party');
    expect(row(4).querySelector('[data-told]')?.textContent).toBe('GM only');
    expect(row(5).querySelector('[data-told]')?.textContent).toBe('Party');
  });

  it('stands at every secret box that is GM only, and on paper, and is not copied', async () => {
    const box = (text: string) => ({
      kind: 'callout' as const,
      text,
      content: {
        label: 'secret',
        blocks: [{ kind: 'paragraph' as const, depth: 0, inlines: [{ text }] }],
      },
    });
    const { user } = await showSecret({
      passages: fakePassages(400).map((one, at) => ({
        ...one,
        audience: 'gm',
        ...((at === 4 || at === 5) && box(`Secret ${at}`)),
      })),
    });
    for (const at of [4, 5])
      expect(row(at).querySelector('[data-told]')?.textContent).toBe('GM only');
    expect(row(3).querySelector('[data-told]')).toBeNull();

    const range = document.createRange();
    range.setStartBefore(row(4));
    range.setEndAfter(row(5));
    window.getSelection()?.addRange(range);
    const copied: string[] = [];
    const clipboardData = { setData: (_: string, text: string) => copied.push(text) };
    fireEvent.copy(row(4), { clipboardData });
    expect(copied).toHaveLength(2);
    expect(copied.join()).not.toMatch(/GM only|Select this|"secret"/);
    expect(copied.at(-1)).toBe('Secret 4\n\nSecret 5');

    const printed: (string | undefined)[] = [];
    window.print = () => {
      const paper = [...document.querySelectorAll('.printed [data-told]')];
      printed.push(...paper.map((mark) => mark.textContent ?? undefined));
    };
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(printed).toEqual(['GM only', 'GM only']));
  });

  it('is nothing that players, or a GM who looks with their eyes, have', async () => {
    const { server } = await showSecret({ query: '?as=party' });
    const back = screen.getByRole('link', { name: 'Back to your own view' });
    expect(back.getAttribute('href')).toBe(`/campaigns/${campaignId}/library/${known.id}`);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
    expect(server.callsTo('GET /api/campaigns/:id/').length).toBeLessThan(2);
  });
});

describe('selecting', () => {
  it('is done by the handles, with Shift for a stretch', async () => {
    const { user } = await showSecret();
    await user.click(handle(2));
    await user.keyboard('{Shift>}');
    await user.click(handle(5));
    await user.keyboard('{/Shift}');
    await waitFor(() => expect(selected()).toEqual([2, 3, 4, 5]));
    within(bar()).getByText('4 selected: GM only');
    await user.click(within(bar()).getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('group', { name: 'Selected passages' })).toBeNull();
  });

  it('is done by dragging over the handles', async () => {
    await showSecret();
    document.elementFromPoint = (_, y) => row(y);
    // jsdom lacks pointer events.
    const point = (type: string, target: Element | Window, clientY = 0) =>
      fireEvent(target, new MouseEvent(type, { bubbles: true, button: 0, clientY }));
    point('pointerdown', handle(3));
    point('pointermove', window, 4);
    point('pointermove', window, 6);
    await waitFor(() => expect(selected()).toEqual([3, 4, 5, 6]));
    point('pointermove', window, 2);
    await waitFor(() => expect(selected()).toEqual([2, 3]));
    point('pointerup', window);
    fireEvent.click(handle(3));
    expect(selected()).toEqual([2, 3]);
  });

  it('is done by keyboard alone', async () => {
    const { user } = await showSecret();
    await focus(2);
    await user.keyboard('x');
    expect(selected()).toEqual([2]);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(selected()).toEqual([2, 3, 4]));
    expect(document.activeElement).toBe(row(4));
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await waitFor(() => expect(selected()).toEqual([2, 3]));
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(selected()).toEqual([2, 3, 5]);
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(selected()).toHaveLength(40));
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
  });

  it('does not intercept keys and clicks outside selection mode', async () => {
    const { user, server } = await showSecret();
    await user.pointer({ keys: '[MouseLeft]', target: screen.getByText(/^Passage 3 of/) });
    await user.keyboard('r ');
    expect(server.callsTo(PUT)).toEqual([]);
    expect(selected()).toEqual([]);
  });

  it('selects by click or tap on the text after it is enabled', async () => {
    const { user } = await showSecret();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(screen.getByText(/^Passage 3 of/));
    await user.click(screen.getByText(/^Passage 7 of/));
    expect(selected()).toEqual([3, 7]);
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(screen.getByText(/^Passage 3 of/));
    expect(selected()).toEqual([]);
  });

  it('selects everything under a heading, including passages that are not loaded', async () => {
    const { user, server } = await showSecret({
      passages: fakePassages(900).map((one, at) => (at === 0 ? one : { ...one, level: 2 })),
    });
    const outline = await screen.findByRole('navigation', { name: 'Outline' });
    await user.click(
      within(outline).getByRole('button', { name: 'Select everything under Chapter 1' }),
    );
    await within(bar()).findByText('900 selected: GM only');
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    const [call] = server.callsTo(PUT);
    expect((call?.body as Asked).passages).toHaveLength(900);
  });

  it('finds all boxes to read aloud', async () => {
    const { user } = await showSecret({
      passages: fakePassages(300).map((one, at) =>
        at % 100 === 50
          ? { ...one, kind: 'callout', content: { ...one.content, label: 'read_aloud' } }
          : one,
      ),
    });
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(within(bar()).getByRole('button', { name: 'More' }));
    await user.click(within(bar()).getByRole('menuitem', { name: 'All boxes to read aloud' }));
    await within(bar()).findByText('3 selected: GM only');
  });
});

describe('revealing passages', () => {
  it('reveals the selection with one key, confirms, and hides it again', async () => {
    const { user, server, shell } = await showSecret();
    await focus(2);
    await user.keyboard('xr');
    await waitFor(() => expect(row(2).querySelector('[data-told]')?.textContent).toBe('Party'));
    await waitFor(() => expect(selected()).toEqual([]));
    await user.keyboard('xr');
    await waitFor(() => expect(row(2).querySelector('[data-told]')).toBeNull());
    expect(server.callsTo(PUT).map(({ body }) => body)).toEqual([
      { passages: [idOf(2)], audience: 'party' },
      { passages: [idOf(2)], audience: 'gm' },
    ]);
    expect(shell.toasts.map(({ message }) => message)).toEqual([
      '“Passage 2 of the lantern book.” is revealed to the party.',
      '“Passage 2 of the lantern book.” is hidden from the players.',
    ]);
  });

  it('is not done by words that are typed while a passage has the focus', async () => {
    const { user, server } = await showSecret();
    await focus(2);
    await user.keyboard('r');
    await user.keyboard('The next room, extra rats r');
    expect(server.callsTo(PUT)).toEqual([]);
    expect(selected()).toEqual([]);
    await user.click(handle(4));
    await focus(4);
    await user.keyboard('The rest');
    expect(selected()).toEqual([4]);
    expect(server.callsTo(PUT)).toEqual([]);
  });

  it('is undone from the message', async () => {
    const { user, server, shell } = await showSecret();
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    await waitFor(() => expect(shell.toasts).toHaveLength(1));
    expect(screen.queryByRole('group', { name: 'Selected passages' })).toBeNull();
    expect(document.activeElement).toBe(row(2));
    await act(async () => shell.toasts[0]?.action?.run());
    expect(server.callsTo(ACTS)[0]?.params['act']).toBe(ACT);
    expect(shell.toasts[1]?.message).toBe('Undone: all passages have their previous audience.');
  });

  it('asks first for the title that players get, with nothing of the real one in it', async () => {
    const { user, server } = await showSecret({ document: secret });
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    const title = await screen.findByRole('textbox', { name: 'Title for players' });
    expect((title as HTMLInputElement).value).toBe('');
    expect(server.callsTo(PUT)).toEqual([]);
    await fillIn(user, title, '  The old vault ');
    await user.click(screen.getByRole('button', { name: 'Reveal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(PUT).map(({ body }) => body)).toEqual([
      { passages: [idOf(2)], audience: 'party', public_title: 'The old vault' },
    ]);
  });

  it('asks for a title if the server requires one, with the previous title, and shows its errors', async () => {
    const { user, server } = await showSecret();
    server.on(PUT, ({ body }) =>
      'public_title' in (body as object)
        ? refuse(400, 'Look at the title.', { public_title: ['Say less.'] })
        : refuse(400, 'A title is needed.', { code: 'document.public_title_required' }),
    );
    server.on('GET /api/documents/:id/handouts/', () => answer({ handouts: [] }));
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    const title = await screen.findByRole('textbox', { name: 'Title for players' });
    expect((title as HTMLInputElement).value).toBe('The old vault');
    await user.click(screen.getByRole('button', { name: 'Reveal' }));
    await screen.findByText('Say less.');
  });

  describe('into handouts', () => {
    const HANDOUTS = 'GET /api/documents/:id/handouts/';
    const letter = '00000000-0000-4000-8000-00000000000c';
    const listed = [
      { id: known.id, title: 'The old vault', audience: 'party', passages: 1 },
      { id: letter, title: 'A letter', audience: 'players', players: [mia], passages: 2 },
    ];
    const choose = async (action: string) => {
      const shown = await showSecret();
      shown.server.on(HANDOUTS, () => answer({ handouts: listed }));
      await shown.user.click(handle(2));
      await shown.user.click(within(bar()).getByRole('button', { name: 'More' }));
      await shown.user.click(screen.getByRole('menuitem', { name: action }));
      const handout = await screen.findByRole('combobox', { name: 'Handout' });
      const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title for players' });
      return { ...shown, handout, title };
    };

    it('creates another one with its own title', async () => {
      const { user, server, handout, title } = await choose('Reveal in a handout…');
      expect(
        within(handout)
          .getAllByRole('option')
          .map((one) => one.textContent),
      ).toEqual(['Add to The old vault', 'Add to A letter', 'New handout']);
      expect(title.value).toBe('');
      await fillIn(user, title, 'A map');
      await user.click(screen.getByRole('button', { name: 'Reveal' }));
      await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
      expect(server.callsTo(PUT)[0]?.body).toEqual({
        ...{ passages: [idOf(2)], audience: 'party', public_title: 'A map', handout: 'new' },
      });
    });

    it('adds to an existing one, with the title that players know', async () => {
      const { user, server, handout, title } = await choose('Reveal in a handout…');
      await user.selectOptions(handout, 'Add to A letter');
      expect(title.value).toBe('A letter');
      await user.click(screen.getByRole('button', { name: 'Reveal' }));
      await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
      expect(server.callsTo(PUT)[0]?.body).toMatchObject({
        ...{ public_title: 'A letter', handout: letter },
      });
    });

    it('asks for one after the choice of players, if the GM wants it', async () => {
      const { user, server } = await showSecret();
      server.on(HANDOUTS, () => answer({ handouts: listed }));
      await user.click(handle(2));
      await user.click(within(bar()).getByRole('button', { name: 'Chosen players…' }));
      await user.click(await screen.findByRole('checkbox', { name: 'Mia' }));
      await user.click(screen.getByRole('checkbox', { name: 'Choose the handout next' }));
      await user.click(screen.getByRole('button', { name: 'Only Mia' }));
      await user.selectOptions(
        await screen.findByRole('combobox', { name: 'Handout' }),
        'Add to The old vault',
      );
      await user.click(screen.getByRole('button', { name: 'Reveal' }));
      await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
      expect(server.callsTo(PUT)[0]?.body).toEqual({
        passages: [idOf(2)],
        audience: { players: [mia] },
        public_title: 'The old vault',
        handout: known.id,
      });
    });

    it('shows that they could not be loaded, and loads them again', async () => {
      const { user, server } = await showSecret();
      server.on(HANDOUTS, () => refuse(503, 'Later.'));
      await user.click(handle(2));
      await user.click(within(bar()).getByRole('button', { name: 'More' }));
      await user.click(screen.getByRole('menuitem', { name: 'Reveal in a handout…' }));
      await screen.findByText('Unable to load the handouts.');
      server.on(HANDOUTS, () => answer({ handouts: listed }));
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      await screen.findByRole('combobox', { name: 'Handout' });
    });
  });

  it('warns about names unknown to players, in the title and in the passages', async () => {
    const { user, server } = await showSecret({ document: secret });
    const strahd = { name: 'Strahd', document: 'another', title: 'The count.md' };
    server.on(SPOILER_CHECK, () => answer({ names: [strahd] }));
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    await user.type(
      await screen.findByRole('textbox', { name: 'Title for players' }),
      'Strahd’s vault',
    );
    await user.click(screen.getByRole('button', { name: 'Reveal' }));
    await user.click(await screen.findByRole('button', { name: 'Change it' }));
    expect(server.callsTo(PUT)).toEqual([]);
    expect(server.callsTo(SPOILER_CHECK).map(({ body }) => body)).toEqual([
      {
        campaign: campaignId,
        audience: 'party',
        texts: ['Strahd’s vault'],
        revealing: { document: secret.id, passages: [idOf(2)] },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Reveal' }));
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  });

  it('shows the error, and keeps the selection', async () => {
    const { user, server, shell } = await showSecret();
    server.on(PUT, () => refuse(503, 'Try again in a moment.'));
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Reveal to the party' }));
    await waitFor(() =>
      expect(shell.toasts).toEqual([{ message: 'Try again in a moment.', tone: 'error' }]),
    );
    expect(selected()).toEqual([2]);
  });

  it('is for chosen players only, from the current members', async () => {
    const { user, server, shell } = await showSecret();
    await user.click(handle(2));
    await user.click(handle(4));
    await user.click(within(bar()).getByRole('button', { name: 'Chosen players…' }));
    const group = await screen.findByRole('group', { name: 'Players' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(2);
    await user.click(within(group).getByRole('checkbox', { name: 'Mia' }));
    await user.click(screen.getByRole('button', { name: 'Only Mia' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('2 passages are for Mia now.'));
    expect(server.callsTo(PUT)[0]?.body).toEqual({
      passages: [idOf(2), idOf(4)],
      audience: { players: [mia] },
    });
    await within(row(2)).findByText('Mia');
  });

  it('tells chosen players the names of the others if the GM ticks it', async () => {
    const { user, server } = await showSecret();
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Chosen players…' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Mia' }));
    await user.click(screen.getByRole('checkbox', { name: 'Readers see who else knows' }));
    await user.click(screen.getByRole('button', { name: 'Only Mia' }));
    await waitFor(() =>
      expect(server.callsTo(PUT)[0]?.body).toEqual({
        passages: [idOf(2)],
        audience: { players: [mia], tell_readers: true },
      }),
    );
  });

  /** Selects Show and reveal in the dialog. */
  const showAndReveal = async (user: Awaited<ReturnType<typeof showSecret>>['user']) => {
    await user.click(within(bar()).getByRole('button', { name: 'Show now' }));
    await user.click(await screen.findByRole('radio', { name: /^Show and reveal/ }));
    await user.click(screen.getByRole('button', { name: 'Show and reveal' }));
  };

  it('asks how to show hidden passages, with Show without keeping preselected', async () => {
    const { user, server, shell } = await showSecret();
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Show now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Show now' }));
    const [first] = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(first).toBe(document.activeElement);
    expect(dialog.getByRole('radio', { name: /^Show without keeping/, checked: true })).toBe(first);
    await user.click(await dialog.findByRole('checkbox', { name: 'Tom' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title on their screens' }), 'A letter');
    await user.click(dialog.getByRole('button', { name: 'Show without keeping' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toMatch(/^On the screen of Mia\./));
    expect(server.callsTo(SHOW)[0]?.body).toEqual({
      ...{ keep: false, players: [mia], passages: [idOf(2)], public_title: 'A letter' },
    });
    expect(server.callsTo(PUT)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => shell.toasts[0]?.action?.run());
    expect(server.callsTo('DELETE /api/documents/:id/show/')).toHaveLength(1);
  });

  it('does not ask about passages that all players see', async () => {
    const { user, server } = await showSecret({
      passages: fakePassages(8).map((one) => ({ ...one, audience: 'party', own_audience: true })),
    });
    await user.click(handle(2));
    await user.click(within(bar()).getByRole('button', { name: 'Show now' }));
    await waitFor(() => expect(server.callsTo(SHOW)).toHaveLength(1));
  });

  it('puts them on the players’ screens, and takes them off again', async () => {
    const { user, server, shell } = await showSecret();
    await user.click(handle(2));
    await showAndReveal(user);
    await waitFor(() =>
      expect(shell.toasts[0]?.message).toBe(
        '“Passage 2 of the lantern book.” is on the players’ screens.',
      ),
    );
    expect(server.callsTo(SHOW)[0]?.body).toEqual({ passages: [idOf(2)] });
    await act(async () => shell.toasts[0]?.action?.run());
    expect(server.callsTo('DELETE /api/documents/:id/show/')).toHaveLength(1);
    await waitFor(() => expect(server.callsTo(ACTS)).toHaveLength(1));
  });

  it('shows nothing by a service that knows no passages and would show all of the document', async () => {
    const { user, server, shell } = await showSecret();
    server.on(PUT, () => refuse(404, 'There is no such operation.'));
    await user.click(handle(2));
    await showAndReveal(user);
    await waitFor(() => expect(shell.toasts[0]?.tone).toBe('error'));
    expect(server.callsTo(SHOW)).toEqual([]);
  });

  it('hides temporarily shown passages again', async () => {
    const { user, server, shell } = await showSecret();
    server.on(SHOW, () => refuse(503, 'Try again in a moment.'));
    await user.click(handle(2));
    await showAndReveal(user);
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('Try again in a moment.'));
    expect(server.callsTo(ACTS)[0]?.params['act']).toBe(ACT);
  });

  it('is done from the menu of a passage too', async () => {
    const { user, server } = await showSecret();
    fireEvent.pointerDown(screen.getByText(/^Passage 3 of/));
    await user.click(await screen.findByRole('button', { name: 'This passage' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reveal to the party' }));
    await waitFor(() =>
      expect(server.callsTo(PUT)[0]?.body).toEqual({ passages: [idOf(3)], audience: 'party' }),
    );
  });
});

describe('the overview', () => {
  const mixed = () =>
    fakePassages(40).map((one, at) =>
      at >= 12 && at < 15 ? { ...one, audience: 'party', own_audience: true as const } : one,
    );
  const open = async (passages = mixed()) => {
    const shown = await showSecret({ passages });
    await shown.user.click(screen.getByRole('button', { name: 'Who sees what' }));
    return { ...shown, dialog: within(await screen.findByRole('dialog')) };
  };

  it('lists the audience of each section, with reveal and hide', async () => {
    const { user, server, dialog } = await open();
    await dialog.findByText('Party 3');
    dialog.getByText('GM only 37');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Chapter 1GM onlyReveal',
      'Chapter 23 of 10 shownRevealHide',
      'Chapter 3GM onlyReveal',
      'Chapter 4GM onlyReveal',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Hide from players: Chapter 2' }));
    await dialog.findByText('GM only 40');
    expect((server.callsTo(PUT)[0]?.body as Asked).passages).toHaveLength(10);
  });

  it('leads to the next passage that players see, and to a part', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Next shown' }));
    await waitFor(() => expect(document.activeElement).toBe(row(12)));
    await user.click(screen.getByRole('button', { name: 'Who sees what' }));
    await user.click(await screen.findByRole('button', { name: 'Chapter 4' }));
    await waitFor(() => expect(document.activeElement).toBe(row(30)));
  });

  it('says so where there is nothing to go to', async () => {
    const { user, shell, dialog } = await open(fakePassages(40));
    await user.click(dialog.getByRole('button', { name: 'Next shown' }));
    await waitFor(() => expect(shell.toasts[0]?.message).toBe('Players see none of this text.'));
  });
});
