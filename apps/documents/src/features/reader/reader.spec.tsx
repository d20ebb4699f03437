import {
  act,
  cleanup,
  fireEvent,
  renderHook,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import {
  FakeServer,
  answer,
  cutOff,
  fillIn,
  held,
  noContent,
  refuse,
} from '@tomekeeper/remote-kit/testing';
import { answerText, fakePassages } from '../../testing/fake-text';
import { map } from '../../testing/show-panel';
import { CONTENT, gm, showViewer } from '../../testing/show-viewer';
import { keepPlace, readPlace, textPlaceOf } from './reading-position/kept-places';
import { PassageStore } from './column/passage-store';
import type { Passage, PassagesApi } from '../documents-api/passages-api';
import { usePageTarget } from './reading-position/use-programmatic-scroll';

const note = {
  ...map,
  original_filename: 'Lantern.md',
  content_type: 'text/markdown',
  text_state: 'ready',
};
const asGm = { ...note, tags: [], pinned: false };

/** A window of 600 pixels with rows of 60. */
const ROW = 60;
const real = Element.prototype.getBoundingClientRect;
let scrolled = 0;
beforeEach(() => {
  localStorage.clear();
  scrolled = 0;
  window.history.replaceState(null, '', '/');
  Object.assign(window, {
    innerHeight: 600,
    scrollBy: ({ top }: { top: number }) => {
      scrolled = Math.max(0, scrolled + top);
      // Browsers fire scroll events asynchronously.
      setTimeout(() => fireEvent.scroll(window));
    },
    scrollTo: () => undefined,
  });
  Element.prototype.getBoundingClientRect = function rect(this: HTMLElement) {
    if (this.dataset['at'] !== undefined) return new DOMRect(0, 0, 600, ROW);
    return new DOMRect(0, -scrolled, 600, 0);
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  Element.prototype.getBoundingClientRect = real;
});

interface Shown {
  document?: typeof note;
  query?: string;
  passages?: Passage[];
}

async function showText({
  document = note,
  query = '',
  passages = fakePassages(2000),
}: Shown = {}) {
  const text = { passages };
  const shown = await showViewer({
    list: [document],
    query,
    beforeShown: (server) => answerText(server, text),
  });
  return { ...shown, text };
}
const passage = (at: number) => fakePassages(at + 1)[at];
const row = (at: number) => document.getElementById(`p-${passage(at)?.id}`);
const drawn = () => document.querySelectorAll('[data-at]').length;

describe('a text', () => {
  it('renders only passages near the viewport, with space for the others', async () => {
    await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    expect(drawn()).toBeLessThan(60);
    expect(screen.queryByText('Passage 1999 of the lantern book.')).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: 'Chapter 1' })).toBeTruthy();
  });

  it('opens a hundred thousand passages as quickly, at its last page', async () => {
    const { server } = await showText({
      passages: fakePassages(100_000),
      query: '?page=10000',
    });
    await screen.findByText('Passage 99999 of the lantern book.');
    expect(drawn()).toBeLessThan(80);
    expect(server.callsTo('GET /api/documents/:id/passages/').length).toBeLessThan(4);
  });

  it('scrolls to a page by number', async () => {
    const document = { ...note, text_pages: 100 };
    const { user } = await showText({ document, passages: fakePassages(10_000) });
    await screen.findByText('Passage 1 of the lantern book.');
    const page = screen.getAllByRole('textbox', { name: /^Page/ })[0]!;
    await user.clear(page);
    await user.type(page, '97{Enter}');
    const first = fakePassages(10_000).find((one) => one.page === 97);
    await waitFor(() => expect(window.document.activeElement?.id).toBe(`p-${first?.id}`));
  });

  it('opens at the linked passage, highlighted and focused, with the text above in view', async () => {
    await showText({ query: `#p-${passage(1234)?.id}` });
    await screen.findByText('Passage 1234 of the lantern book.');
    await waitFor(() => expect(document.activeElement).toBe(row(1234)));
    expect(row(1234)?.className).toMatch(/lit/);
    // A fifth of the window, with a tolerance of one row, because unrendered rows have estimated heights.
    expect(Math.abs(1234 * ROW - scrolled - 600 / 5)).toBeLessThan(ROW);
  });

  it('scrolls to the quoted row of a table, and highlights its words', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`Beast ${at + 1}`, `${at + 50}`]);
    const text = rows.map((row) => row.join('\t')).join('\n');
    const content = { rows: rows.map((cells) => cells.map((cell) => [{ text: cell }])) };
    const passages = fakePassages(40);
    passages[21] = { ...passages[21]!, kind: 'table', text, content };
    const highlights = new Map<string, Set<Range>>();
    Object.assign(window, { CSS: { highlights } });
    Object.assign(globalThis, {
      Highlight: class extends Set<Range> {
        constructor(...ranges: Range[]) {
          super(ranges);
        }
      },
    });
    const scrolledTo: (string | null)[] = [];
    Element.prototype.scrollIntoView = function note() {
      scrolledTo.push(this.textContent);
    };
    const start = text.indexOf('Beast 25');
    const { page } = await showText({
      passages,
      query: `?quote=${start}-${start + 11}#p-${passage(21)?.id}`,
    });
    await waitFor(() => expect(scrolledTo).toEqual(['Beast 2574']));
    expect([...highlights.get('quote')!].map(String)).toEqual(['Beast 2574']);
    expect(row(21)?.className).toMatch(/lit/);
    page.unmount();
    expect(highlights.has('quote')).toBe(false);
  });

  it('says no more of a passage that is not here than that', async () => {
    await showText({ query: '#p-00000000-0000-4000-8000-000000000000' });
    await screen.findByText(/The linked passage was not found/);
    await screen.findByText('Passage 1 of the lantern book.');
  });

  it('keeps rendered passages while others load above and below, including between lists', async () => {
    const passages = fakePassages(2000).map((one, at) =>
      at % 3 === 0 ? { ...one, kind: 'list_item' as const } : one,
    );
    await showText({ passages, query: `#p-${passage(1000)?.id}` });
    await waitFor(() => expect(document.activeElement).toBe(row(1000)));
    const before = row(1000);
    scrolled += 8 * ROW;
    await act(async () => fireEvent.scroll(window));
    await waitFor(() => expect(row(1024)).toBeTruthy());
    expect(row(1000)).toBe(before);
    expect(document.activeElement).toBe(before);
  });

  it('opens where this person was, and keeps where they are', async () => {
    keepPlace(gm.id, textPlaceOf(note.id), [700, 0, 71]);
    const { page } = await showText();
    await screen.findByText('Passage 701 of the lantern book.');
    await waitFor(() => expect(scrolled).toBeGreaterThan(0));
    scrolled += 20 * ROW;
    await act(async () => fireEvent.scroll(window));
    page.unmount();
    expect(readPlace(gm.id, textPlaceOf(note.id))?.[0]).toBeGreaterThan(701);
  });

  it('keeps the position of a user who scrolls to the top and leaves', async () => {
    keepPlace(gm.id, textPlaceOf(note.id), [700, 0, 71]);
    const { page } = await showText();
    await screen.findByText('Passage 701 of the lantern book.');
    await waitFor(() => expect(scrolled).toBeGreaterThan(0));
    fireEvent.wheel(window);
    for (scrolled of [400 * ROW, 0]) await act(async () => fireEvent.scroll(window));
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
    page.unmount();
    expect(readPlace(gm.id, textPlaceOf(note.id))?.[0]).toBeGreaterThanOrEqual(700);
  });

  it('scrolls to a heading of the outline, and marks the current heading', async () => {
    const { user } = await showText();
    const outline = await screen.findByRole('navigation', { name: 'Outline' });
    expect(within(outline).getByRole('link', { current: 'location' }).textContent).toBe(
      'Chapter 1',
    );
    await user.click(within(outline).getByRole('link', { name: 'Chapter 9' }));
    await waitFor(() => expect(document.activeElement).toBe(row(80)));
    expect(window.location.hash).toBe(`#p-${passage(80)?.id}`);
  });

  it('marks the chosen heading, even if it cannot reach the top, until the user scrolls', async () => {
    const passages = fakePassages(100);
    const { user } = await showText({ passages });
    const outline = await screen.findByRole('navigation', { name: 'Outline' });
    const marked = () => within(outline).getByRole('link', { current: 'location' }).textContent;
    await user.click(within(outline).getByRole('link', { name: 'Chapter 10' }));
    // The end of the text is at the bottom of the window.
    scrolled = 85 * ROW;
    await act(async () => fireEvent.scroll(window));
    expect(marked()).toBe('Chapter 10');
    fireEvent.wheel(window);
    await waitFor(() => expect(marked()).toBe('Chapter 9'));
  });

  it('is refetched only after a change', async () => {
    const { shell, server, text } = await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    const hint = { kind: 'documents', campaign: note.campaign, id: note.id };
    await act(async () => shell.hints.give(hint));
    await waitFor(() =>
      expect(server.callsTo('GET /api/documents/:id/passages/').at(-1)?.ifNoneMatch).toBeTruthy(),
    );
    text.passages = text.passages.slice(2);
    await act(async () => shell.hints.give(hint));
    await waitFor(() => expect(screen.queryByText('Passage 1 of the lantern book.')).toBeNull());
    screen.getByText('Passage 3 of the lantern book.');
  });

  it('is removed from the screen with the document', async () => {
    const { shell, server } = await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    for (const call of ['passages', 'outline'])
      server.on(`GET /api/documents/:id/${call}/`, () => refuse(404, 'None.'));
    server.on('GET /api/documents/:id/', () => refuse(404, 'None.'));
    await act(async () =>
      shell.hints.give({ kind: 'documents', campaign: note.campaign, id: note.id }),
    );
    await screen.findByRole('heading', { name: 'This document is no longer here.' });
    expect(screen.queryByText('Passage 1 of the lantern book.')).toBeNull();
  });

  it('is requested as the impersonated player', async () => {
    const { server } = await showText({ document: asGm, query: '?as=party' });
    await screen.findByText('Passage 1 of the lantern book.');
    expect(new Set(server.calls.map(({ viewAs }) => viewAs))).toEqual(new Set(['party']));
    fireEvent.pointerDown(screen.getByRole('heading', { name: 'Chapter 1' }));
    fireEvent.click(await screen.findByRole('button', { name: 'This part: Chapter 1' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Copy link',
      'Copy with source',
    ]);
  });

  it.each([
    ['with their own eyes', '', ''],
    ['with the eyes of a player', '?as=party', '?as=party'],
  ])('leads a GM to other documents of the campaign, %s', async (_, query, as) => {
    const other = '00000000-0000-4000-8000-0000000000aa';
    const passages = fakePassages(3).map((one, at) => ({
      ...one,
      content: {
        inlines: [
          [{ text: 'the mill', href: `#d-${other}` }],
          [{ text: 'its wheel', href: `#d-${other}/p-${other}` }],
          [{ text: 'nowhere', href: '#d-' }],
        ][at],
      },
    }));
    await showText({ document: asGm, query, passages });
    const path = `/campaigns/${note.campaign}/library/${other}${as}`;
    const mill = await screen.findByRole('link', { name: 'the mill' });
    expect(mill.getAttribute('href')).toBe(path);
    expect(screen.getByRole('link', { name: 'its wheel' }).getAttribute('href')).toBe(
      `${path}#p-${other}`,
    );
    expect(screen.queryByRole('link', { name: 'nowhere' })).toBeNull();
  });

  it('says that it can not be loaded, and tries again', async () => {
    const text = { passages: fakePassages(20) };
    const { server, user } = await showViewer({
      list: [note],
      answers: { 'GET /api/documents/:id/passages/': () => refuse(503, 'Texts rest.') },
    });
    await screen.findByText('Texts rest.');
    answerText(server, text);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Passage 1 of the lantern book.');
  });
});

describe('a link to another passage, followed', () => {
  const PASSAGES = 'GET /api/documents/:id/passages/';
  const path = `/campaigns/${note.campaign}/library/${note.id}`;
  const linkTo = (at: number) => `${path}#p-${passage(at)?.id}`;
  const showLinks = async () => {
    const shown = await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    /** Delays responses about one passage. @returns the function that releases them */
    const hold = (at: number) => {
      const { promise, release } = held();
      const rest = new FakeServer();
      answerText(rest, shown.text);
      shown.server.on(PASSAGES, ({ path, query }) =>
        query.get('around') === passage(at)?.id ? promise : rest.http(`${path}?${query}`),
      );
      return () => release(answer({ passages: [passage(at)], at, total: 2000 }));
    };
    return { ...shown, hold, follow: (to: string) => act(() => shown.shell.routing.navigate(to)) };
  };

  it('leads there', async () => {
    const { follow } = await showLinks();
    follow(linkTo(1500));
    await waitFor(() => expect(document.activeElement).toBe(row(1500)));
  });

  it('leads nowhere once the reader was left', async () => {
    const { follow, hold, page } = await showLinks();
    const come = hold(1500);
    follow(linkTo(1500));
    page.unmount();
    await act(async () => come());
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(window.location.hash).toBe('');
  });

  it('opens the last one regardless of the order of responses', async () => {
    const { follow, hold } = await showLinks();
    const first = hold(1500);
    follow(linkTo(1500));
    const second = hold(900);
    follow(linkTo(900));
    await act(async () => second());
    // The URL drops the passage when it leaves the screen; jsdom has no layout.
    await waitFor(() => expect(document.activeElement).toBe(row(900)));
    await act(async () => first());
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(document.activeElement).toBe(row(900));
  });

  it.each([
    ['is not here', () => refuse(404, 'None.'), /The linked passage was not found/],
    ['cannot be loaded', () => cutOff(), /Unable to open the linked passage/],
  ])('says that its passage %s', async (_, reply, words) => {
    const { follow, server, shell } = await showLinks();
    server.on(PASSAGES, reply);
    follow(`${path}#p-nowhere`);
    await waitFor(() =>
      expect(shell.toasts.map(({ message }) => message)).toEqual([expect.stringMatching(words)]),
    );
    screen.getByText('Passage 1 of the lantern book.');
  });
});

it('keeps the position next to a PDF page without text', async () => {
  const store = new PassageStore({
    passages: () => Promise.resolve({ passages: [], at: 0, total: 200 }),
  } as unknown as PassagesApi);
  const goTo = jest.fn();
  renderHook(() => usePageTarget(40, store, goTo));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(goTo).not.toHaveBeenCalled();
});

describe('finding', () => {
  it('counts all matches, navigates between them, and highlights them', async () => {
    const { user } = await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    await user.keyboard('/');
    const field = await screen.findByRole('textbox', { name: 'Find in this text' });
    expect(document.activeElement).toBe(field);
    await fillIn(user, field, 'passage 151');
    await screen.findByText('1 of 10');
    await waitFor(() => expect(row(151)?.querySelector('mark')?.textContent).toBe('Passage 151'));
    await user.keyboard('{Enter}');
    await screen.findByText('2 of 10');
    await waitFor(() => expect(row(1511)).toBeTruthy());
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    await screen.findByText('10 of 10');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('takes the browser’s keys only where the browser would not find all', async () => {
    const { page } = await showText();
    await screen.findByText('Passage 1 of the lantern book.');
    expect(fireEvent.keyDown(window, { key: 'f', ctrlKey: true })).toBe(false);
    page.unmount();
    await showText({ passages: fakePassages(20) });
    await screen.findByText('Passage 19 of the lantern book.');
    expect(fireEvent.keyDown(window, { key: 'f', ctrlKey: true })).toBe(true);
  });

  it('says that there is nothing', async () => {
    const { user } = await showText();
    await user.click(await screen.findByRole('button', { name: 'Find' }));
    await user.type(await screen.findByRole('textbox', { name: 'Find in this text' }), 'dragon');
    await screen.findByText('Nothing found');
  });
});

describe('actions of a passage', () => {
  it('is copied as a link, and with where it stands', async () => {
    const { user, shell } = await showText({ document: asGm });
    fireEvent.pointerDown(await screen.findByText('Passage 11 of the lantern book.'));
    await user.click(await screen.findByRole('button', { name: 'This passage' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
    const link = `http://localhost/campaigns/${note.campaign}/library/${note.id}#p-${passage(11)?.id}`;
    expect(await navigator.clipboard.readText()).toBe(link);
    await user.click(screen.getByRole('button', { name: 'This passage' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy with source' }));
    expect(await navigator.clipboard.readText()).toBe(
      `Passage 11 of the lantern book.\n\n— Lantern.md, page 2\n${link}`,
    );
    expect(shell.toasts).toHaveLength(2);
  });

  it.each([
    [false, undefined, ''],
    [true, undefined, ' Players cannot open it: it is hidden from them.'],
    [false, 'gm', ' Players cannot open it: it is hidden from them.'],
    [true, 'party', ''],
    [false, 'players', ' Only the chosen players can open it.'],
  ] as const)(
    'says of a link who cannot open it (spoilers: %s, audience: %s)',
    async (is_spoilers, audience, words) => {
      const { user, shell } = await showText({
        document: { ...asGm, is_spoilers },
        passages: fakePassages(20).map((one) => ({ ...one, audience })),
      });
      fireEvent.pointerDown(await screen.findByText('Passage 11 of the lantern book.'));
      await user.click(await screen.findByRole('button', { name: 'This passage' }));
      await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
      expect(shell.toasts[0]?.message).toBe(`Copied the link to this passage.${words}`);
    },
  );

  it('is, of a heading, to pin and tag its part, for GMs', async () => {
    const { user, server } = await showText({ document: asGm });
    const PART = 'PATCH /api/documents/:id/parts/:passage/';
    server.on(PART, () => noContent());
    fireEvent.pointerDown(await screen.findByRole('heading', { name: 'Chapter 2' }));
    await user.click(await screen.findByRole('button', { name: 'This part: Chapter 2' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() => expect(server.callsTo(PART)[0]?.body).toEqual({ pinned: true }));
    await user.click(screen.getByRole('button', { name: 'This part: Chapter 2' }));
    await user.click(screen.getByRole('menuitem', { name: 'Tags…' }));
    await fillIn(user, await screen.findByLabelText('Add tags'), 'areas/cellar');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo(PART)[1]?.body).toEqual({ tags: ['areas/cellar'] }));
    expect(server.callsTo(PART)[1]?.params['passage']).toBe(passage(10)?.id);
  });
});

it('renders no HTML from a file, and no unsafe links', async () => {
  const [first] = fakePassages(1);
  if (!first) throw new Error('There is a first passage.');
  const of = (inlines: Passage['content']['inlines'], id: string): Passage => ({
    ...first,
    id,
    kind: 'paragraph',
    text: id,
    content: { inlines },
  });
  const { page } = await showText({
    passages: [
      first,
      of([{ text: '<img src=x onerror=alert(1)>', bold: true }], 'a'),
      of([{ text: 'evil', href: 'javascript:alert(1)' }], 'b'),
      of([{ text: 'out', href: 'https://example.org/' }], 'c'),
      of([{ text: 'within', href: `#p-${first.id}` }], 'd'),
      of([{ text: 'nowhere', href: '#missing' }], 'e'),
    ],
  });
  await screen.findByText('<img src=x onerror=alert(1)>');
  expect(page.container.querySelector('article img')).toBeNull();
  expect(screen.getByText('evil').closest('a')).toBeNull();
  const out = screen.getByRole<HTMLAnchorElement>('link', { name: 'out' });
  expect([out.rel, out.target]).toEqual(['noopener noreferrer', '_blank']);
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'within' }).getAttribute('href')).toMatch(
      new RegExp(`#p-${first.id}$`),
    ),
  );
  expect(screen.getByText('nowhere').closest('a')).toBeNull();
});

describe('a link to a note that does not exist', () => {
  const NOTES = 'POST /api/documents/notes/';
  const [first] = fakePassages(1);
  const passages = ['name:People%2FOdo.md', 'name:map.png', 'name:%'].map((href, at): Passage => {
    const text = ['the miller', 'the map', 'broken'][at]!;
    return {
      ...first!,
      id: `p${at}`,
      kind: 'paragraph',
      text,
      content: { inlines: [{ text, href }] },
    };
  });

  it.each(['click', 'Enter'])('offers GMs to create it, by %s', async (by) => {
    const { user, server } = await showText({ document: asGm, passages });
    server.on(NOTES, () => answer({ ...asGm, id: 'new', original_filename: 'Odo' }));
    const missing = await screen.findByRole('button', { name: 'the miller' });
    expect(screen.queryByRole('link', { name: 'the miller' })).toBeNull();
    if (by === 'click') await user.click(missing);
    else {
      act(() => missing.focus());
      await user.keyboard('{Enter}');
    }
    const dialog = await screen.findByRole('dialog', { name: 'Create note “Odo”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Create note' }));
    await waitFor(() =>
      expect(server.callsTo(NOTES)[0]?.body).toMatchObject({ title: 'Odo', is_spoilers: true }),
    );
  });

  it('is words, for players and for files that cannot be notes', async () => {
    await showText({ passages });
    expect((await screen.findByText('the miller')).closest('[role=button], a')).toBeNull();
    cleanup();
    await showText({ document: asGm, passages });
    expect((await screen.findByText('the map')).closest('[role=button], a')).toBeNull();
    expect(screen.getByText('broken').closest('[role=button], a')).toBeNull();
  });
});

it('renders every kind, and unknown kinds as paragraphs', async () => {
  const words = (text: string) => [{ text }];
  const kinds = [
    ['list_item', { inlines: words('A key'), marker: '3.' }],
    ['table', { hasHeader: true, rows: [[words('d6')], [words('Ravens')]] }],
    ['quote', { blocks: [{ kind: 'paragraph', depth: 0, inlines: words('I am the land.') }] }],
    ['callout', { label: 'read_aloud', inlines: words('The gates open.') }],
    ['stat_block', { blocks: [{ kind: 'heading', depth: 0, inlines: words('Dire Wolf') }] }],
    ['code', { inlines: words('2d6 + 3'), language: 'dice' }],
    ['divider', {}],
    ['image', { width: 300, height: 100 }],
    ['hologram', { inlines: words('From later.') }],
  ] as const;
  const passages = kinds.map(([kind, content], at) => ({
    id: idOf(at),
    kind,
    depth: 0,
    text: kind === 'image' ? 'A map' : kind,
    content,
  }));
  await showText({ passages: passages as unknown as Passage[] });
  expect((await screen.findByText('A key')).closest('li')?.textContent).toBe('3.A key');
  screen.getByRole('columnheader', { name: 'd6' });
  expect(screen.getByText('I am the land.').closest('blockquote')).toBeTruthy();
  expect(screen.getByRole('note', { name: 'Read aloud' }).textContent).toContain('The gates');
  screen.getByText('Dire Wolf');
  screen.getByText('2d6 + 3');
  screen.getByRole('separator');
  screen.getByText('Picture: A map');
  screen.getByText('From later.');
});
const idOf = (at: number) => `passage ${at}`;

describe('text and file', () => {
  const pdf = { ...note, original_filename: 'Scan.png', content_type: 'image/png' };

  it('can be switched, and the choice is stored', async () => {
    const { user, page } = await showText({ document: pdf });
    await screen.findByText('Passage 1 of the lantern book.');
    await user.click(screen.getByRole('button', { name: 'File' }));
    await screen.findByAltText('Scan.png');
    expect(screen.queryByText('Passage 1 of the lantern book.')).toBeNull();
    page.unmount();
    await showText({ document: pdf });
    await screen.findByAltText('Scan.png');
    expect(screen.getByRole('button', { name: 'File' }).ariaPressed).toBe('true');
  });

  it('stay unchanged during text extraction, then offer the text', async () => {
    const reading = { ...pdf, tags: [], pinned: false, text_state: 'reading', text_progress: 45 };
    const { server, shell, user } = await showText({ document: reading });
    await screen.findByAltText('Scan.png');
    expect(screen.getAllByText('Reading… 45 %')).toHaveLength(2);
    server.on('GET /api/documents/:id/', () => answer({ ...pdf, tags: [], pinned: false }));
    await act(async () =>
      shell.hints.give({ kind: 'documents', campaign: pdf.campaign, id: pdf.id }),
    );
    await user.click(await screen.findByRole('button', { name: 'Text' }));
    await screen.findByText('Passage 1 of the lantern book.');
  });

  it.each([
    ['no_text', 'No text in it (a scan)'],
    ['locked', 'Locked with a password'],
    ['damaged', 'Damaged'],
    ['too_large', 'Too large to read'],
  ])('%s: the file is shown, and what to do is told', async (text_state, words) => {
    await showText({ document: { ...pdf, text_state } });
    await screen.findByAltText('Scan.png');
    expect(screen.getAllByText(words)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Text' })).toBeNull();
  });

  it('shows only the file if the service has no texts', async () => {
    const { server } = await showText({ document: { ...pdf, text_state: undefined as never } });
    await screen.findByAltText('Scan.png');
    expect(screen.queryByRole('button', { name: 'Text' })).toBeNull();
    expect(server.callsTo('GET /api/documents/:id/passages/')).toHaveLength(0);
    expect(server.callsTo(CONTENT)).toHaveLength(1);
  });
});

it('lets letters and lines be chosen, and remembers it', async () => {
  const { user, page } = await showText();
  await user.click(await screen.findByRole('button', { name: 'Type size and line length' }));
  await user.click(screen.getByRole('radio', { name: 'Larger' }));
  await user.click(screen.getByRole('radio', { name: 'Short' }));
  page.unmount();
  await showText();
  await user.click(await screen.findByRole('button', { name: 'Type size and line length' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Larger' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Short' }).checked).toBe(true);
});

describe('printing', () => {
  const print = jest.fn();
  beforeEach(() => {
    print.mockReset();
    Object.assign(window, { print });
  });

  it('brings all of the text onto paper', async () => {
    print.mockImplementation(() => {
      expect(screen.getByText('Passage 1999 of the lantern book.')).toBeTruthy();
    });
    const { user } = await showText();
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.queryByText('Passage 1999 of the lantern book.')).toBeNull());
  });

  describe('with pictures', () => {
    const IMAGES = 'GET /api/documents/:id/images/';
    const { complete } = Object.getOwnPropertyDescriptors(HTMLImageElement.prototype);
    beforeEach(() => {
      Object.defineProperty(HTMLImageElement.prototype, 'complete', {
        configurable: true,
        get: () => true,
      });
    });
    afterEach(() => {
      Object.defineProperty(HTMLImageElement.prototype, 'complete', complete);
    });
    const withPicture = () =>
      fakePassages(300).map((one, at): Passage =>
        at === 299 ? { ...one, kind: 'image', text: 'A far map', content: { image: 'far' } } : one,
      );

    it('waits for pictures outside the viewport', async () => {
      const { user, server, shell } = await showText({ passages: withPicture() });
      const { promise, release } = held();
      server.on(IMAGES, () => promise);
      print.mockImplementation(() => screen.getByAltText('A far map'));
      await user.click(await screen.findByRole('button', { name: 'Print' }));
      await waitFor(() => expect(server.callsTo(IMAGES)).toHaveLength(1));
      expect(print).not.toHaveBeenCalled();
      release(answer({ images: [{ id: 'far', url: 'http://storage.test/far' }] }));
      await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
      expect(print.mock.results[0]?.type).toBe('return');
      expect(shell.toasts).toEqual([]);
    });

    it('says that some were left out', async () => {
      const { user, server, shell } = await showText({ passages: withPicture() });
      server.on(IMAGES, () => refuse(503, 'Pictures rest.'));
      await user.click(await screen.findByRole('button', { name: 'Print' }));
      await waitFor(() => expect(print).toHaveBeenCalledTimes(1), { timeout: 4_000 });
      expect(shell.toasts[0]?.message).toMatch(/^One picture did not load in time/);
    });
  });

  it('says how many there are where that would be too much', async () => {
    const { user, shell } = await showText({ passages: fakePassages(5000) });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(shell.toasts[0]?.message).toMatch(/5,000 passages/);
    expect(print).not.toHaveBeenCalled();
  });
});
