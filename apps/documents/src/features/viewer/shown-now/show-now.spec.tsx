import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeShell, fakePerson, refuse } from '@tomekeeper/remote-kit/testing';
import { create } from '../../../remote';
import { answerText, fakePassages } from '../../../testing/fake-text';
import { FakeViewport } from '../../../testing/fake-viewport';

const SHOWN = 'GET /api/documents/shown/';
const map = {
  id: 'a map',
  campaign: 'a campaign',
  original_filename: 'Notes.xyz',
  kind: 'file',
  title: 'Notes.xyz',
  s3_key: 'key',
  is_spoilers: false,
  created_at: '2026-01-01T00:00:00.000Z',
};
const hint = (kind: string) => ({ kind, campaign: map.campaign, id: map.id });

function start() {
  new FakeViewport().install();
  const shell = createFakeShell({
    session: { status: 'signed-in', user: fakePerson('Lucy') },
  });
  shell.server.on(SHOWN, () => answer({ shown: null }));
  shell.server.on('GET /api/documents/:id/content/', () =>
    answer({ url: 'http://store.test/file', expires_at: '2026-01-01T00:01:00.000Z' }),
  );
  shell.server.on('GET /api/campaigns/:id/', () => answer({ title: 'Curse of Strahd' }));
  const remote = create(shell);
  const Widget = remote.widgets?.['documents.shown-now'];
  if (!Widget) throw new Error('There is no such widget.');
  render(<Widget />);
  const shows = (id: string, at = '2026-01-01T00:00:00.000Z') =>
    shell.server.on(SHOWN, () => answer({ shown: { id, shown_at: at, document: map } }));
  return { shell, shows, remote };
}
beforeEach(() => localStorage.clear());

it('displays the shown document over the page, and removes it at the end', async () => {
  const { shell, shows } = start();
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(1));
  expect(shell.docked).toEqual([]);
  shows('first');
  act(() => shell.hints.give(hint('show')));
  expect(await screen.findByRole('dialog', { name: 'Notes.xyz' })).toBeTruthy();
  expect(shell.docked).toEqual(['documents.shown-now']);
  await screen.findByText('Curse of Strahd: your game master shows you this now.');
  shell.server.on(SHOWN, () => answer({ shown: null }));
  act(() => shell.hints.give(hint('documents')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shell.docked).toEqual([]);
});

it('stays closed once it was closed, until something else is shown', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const { length } = shell.server.callsTo(SHOWN);
  act(() => shell.hints.give(hint('everything')));
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(length + 1));
  expect(screen.queryByRole('dialog')).toBeNull();
  shows('second', '2026-01-01T00:01:00.000Z');
  act(() => shell.hints.give(hint('show')));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Close' }));
  // The second show ends, and the first would reappear.
  shows('first');
  const before = shell.server.callsTo(SHOWN).length;
  act(() => shell.hints.give(hint('show')));
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(before + 1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('retries automatically if the shown document cannot be determined', async () => {
  jest.useFakeTimers();
  try {
    const { shell, shows, remote } = start();
    shell.server.on(SHOWN, () => refuse(503, 'Please try again in a moment.'));
    act(() => shell.hints.give(hint('show')));
    await act(() => jest.advanceTimersByTimeAsync(100));
    shows('first');
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(shell.docked).toEqual(['documents.shown-now']);
    remote.dispose?.();
  } finally {
    jest.useRealTimers();
  }
});

it('removes it if its visibility cannot be verified', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  shell.server.on(SHOWN, () => refuse(503, 'Please try again in a moment.'));
  act(() => shell.hints.give(hint('documents')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves no data of the shown document on the device after log-out', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
  expect(localStorage).toHaveLength(1);
  act(() => shell.session.set({ status: 'signed-out' }));
  expect(localStorage).toHaveLength(0);
});

describe('passages that are shown', () => {
  const passages = fakePassages(40);
  const handout = { ...map, kind: 'note', s3_key: '', original_filename: 'The old vault' };
  const showsPassages = (
    { shell }: ReturnType<typeof start>,
    ids: readonly string[] | undefined,
    text = { passages },
    document: object = handout,
  ) => {
    answerText(shell.server, text);
    shell.server.on(SHOWN, () =>
      answer({
        shown: {
          id: 'first',
          shown_at: '2026-01-01T00:00:00.000Z',
          document,
          ...(ids && { passages: ids }),
        },
      }),
    );
    act(() => shell.hints.give(hint('show')));
    return text;
  };
  const idOf = (at: number) => passages[at]!.id;

  it('are displayed alone, in text order', async () => {
    const started = start();
    showsPassages(started, [idOf(30), idOf(3), idOf(4)]);
    const dialog = await screen.findByRole('dialog', { name: 'The old vault' });
    await within(dialog).findByRole('heading', { name: 'Chapter 4' });
    expect(
      [...dialog.querySelectorAll('[class="shownPassage"]')].map(({ textContent }) => textContent),
    ).toEqual(['Passage 3 of the lantern book.', 'Passage 4 of the lantern book.', 'Chapter 4']);
    expect(started.shell.server.callsTo('GET /api/documents/:id/content/')).toHaveLength(0);
  });

  it('disappear one by one when they are hidden', async () => {
    const started = start();
    const text = showsPassages(started, [idOf(3), idOf(4)]);
    await screen.findByText('Passage 4 of the lantern book.');
    text.passages = passages.filter((_, at) => at !== 4);
    act(() => started.shell.hints.give(hint('documents')));
    await waitFor(() => expect(screen.queryByText('Passage 4 of the lantern book.')).toBeNull());
    screen.getByText('Passage 3 of the lantern book.');
    text.passages = [];
    act(() => started.shell.hints.give(hint('documents')));
    await screen.findByText('This is no longer shown.');
  });

  it('stand under another title as soon as it has one', async () => {
    const started = start();
    const { shell } = started;
    showsPassages(started, [idOf(3)]);
    await screen.findByRole('dialog', { name: 'The old vault' });
    const document = { ...handout, original_filename: 'A cellar', title: 'A cellar' };
    shell.server.on(SHOWN, () =>
      answer({
        shown: { id: 'first', shown_at: '2026-01-01T00:00:00.000Z', document, passages: [idOf(3)] },
      }),
    );
    act(() => shell.hints.give(hint('documents')));
    await screen.findByRole('dialog', { name: 'A cellar' });
    expect(screen.queryByText('The old vault')).toBeNull();
  });

  it('go from the screen together with their title', async () => {
    const started = start();
    const text = showsPassages(started, [idOf(3)]);
    await screen.findByText('Passage 3 of the lantern book.');
    text.passages = [];
    started.shell.server.on(SHOWN, () => answer({ shown: null }));
    act(() => started.shell.hints.give(hint('documents')));
    await waitFor(() => expect(screen.queryByText('The old vault')).toBeNull());
    expect(screen.queryByText('Passage 3 of the lantern book.')).toBeNull();
  });

  it('are the beginning of the text where all of it is shown', async () => {
    showsPassages(start(), undefined);
    await screen.findByText('Passage 1 of the lantern book.');
  });

  const file = (name: string) => ({ ...map, original_filename: name, text_state: 'ready' });
  it.each([
    ['all of a Word document', file('Letter.docx'), undefined],
    ['a passage of a PDF', file('Book.pdf'), [idOf(1)]],
  ])('are the text of %s, as on its page', async (_, document, ids) => {
    const started = start();
    showsPassages(started, ids, { passages }, document);
    await screen.findByText('Passage 1 of the lantern book.');
    expect(started.shell.server.callsTo('GET /api/documents/:id/content/')).toHaveLength(0);
  });
});

describe('a show without keeping', () => {
  const idOf = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;
  const paragraph = (nth: number, text: string) => ({
    ...{ id: idOf(nth), kind: 'paragraph', depth: 0, text, content: { inlines: [{ text }] } },
  });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const notKept = (content: object, ends_at = inMinutes(30)) => ({
    shown: {
      id: 'a show',
      shown_at: '2026-01-01T00:00:00.000Z',
      document: { ...map, id: 'a show', kind: 'note', s3_key: '', original_filename: '' },
      not_kept: { ends_at, passages: [], images: [], ...content },
    },
  });
  const CLOSE = 'DELETE /api/documents/shown/:show/';

  it('renders text from its answer, links to no page and stores nothing in the browser', async () => {
    const { shell } = start();
    shell.server
      .on(SHOWN, () => answer(notKept({ passages: [paragraph(1, 'The king is dead.')] })))
      .on(CLOSE, () => answer(undefined, 204));
    act(() => shell.hints.give(hint('show')));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shown to you' }));
    await dialog.findByText('The king is dead.');
    expect(dialog.queryByRole('link')).toBeNull();
    expect(shell.server.callsTo('GET /api/documents/:id/passages/')).toEqual([]);
    shell.server.on(SHOWN, () => answer({ shown: null }));
    await userEvent.setup().click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(shell.server.callsTo(CLOSE)[0]?.params['show']).toBe('a show'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('updates when its text changes', async () => {
    const { shell } = start();
    const all = [paragraph(1, 'The king is dead.'), paragraph(2, 'The queen lives.')];
    shell.server.on(SHOWN, () => answer(notKept({ passages: all })));
    act(() => shell.hints.give(hint('show')));
    await screen.findByText('The queen lives.');
    all.pop();
    act(() => shell.hints.give(hint('show')));
    await waitFor(() => expect(screen.queryByText('The queen lives.')).toBeNull());
    expect(screen.getByText('The king is dead.')).toBeTruthy();
  });

  it('shows a picture and closes at its end time, also if the server ends it later', async () => {
    const { shell } = start();
    const picture = { url: 'http://store.test/picture', width: 30, height: 20 };
    const ends_at = inMinutes(0);
    shell.server.on(SHOWN, () => answer(notKept({ picture }, ends_at)));
    act(() => shell.hints.give(hint('show')));
    const image = await screen.findByRole('img');
    expect(image.getAttribute('src')).toBe(picture.url);
    const asked = shell.server.callsTo(SHOWN).length;
    await waitFor(() => expect(shell.server.callsTo(SHOWN).length).toBeGreaterThan(asked), {
      timeout: 20_000,
    });
    expect(screen.getByRole('img')).toBe(image);
    shell.server.on(SHOWN, () => answer({ shown: null }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 20_000 });
  });
});
