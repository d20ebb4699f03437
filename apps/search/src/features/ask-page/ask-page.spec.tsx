import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, held, refuse } from '@tomekeeper/remote-kit/testing';
import type { HttpOptions } from '@tomekeeper/remote-kit';
import { CAMPAIGN, DOCUMENT, hit, openSearch, PASSAGE } from '../../testing/show-search';

const ASK = 'POST /api/search/ask/';
const at = (query: string) => ({ path: `/campaigns/${CAMPAIGN}/ask?${query}` });
const quote = (text: string, start = 0, more: object = {}) => ({
  text,
  citations: [{ document: DOCUMENT, passage: PASSAGE, start, end: start + text.length }],
  ...more,
});
const extract = (sentences: readonly string[]) => ({
  answer: sentences.map((text, at) => quote(text, at * 40)),
  passages: [hit()],
  written_by: 'extract',
});

beforeEach(() => window.history.replaceState(null, '', `/campaigns/${CAMPAIGN}/ask`));

describe('the ask page', () => {
  it('answers the question of its address with quotes that link to the quoted words', async () => {
    const { server, showPage } = openSearch(at('q=who was ilse'));
    server.on(ASK, () => answer(extract(['Ilse was his wife.', 'She died in autumn.'])));
    showPage('ask');
    const words = await screen.findByText('Ilse was his wife. She died in autumn.');
    expect(words.tagName).toBe('BLOCKQUOTE');
    const source = screen.getByRole('link', { name: /^Krezk › The smithy › Graves/ });
    expect(source.getAttribute('href')).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}?quote=0-18_40-59#p-${PASSAGE}`,
    );
    expect(server.callsTo(ASK).map(({ body }) => body)).toEqual([
      { campaign: CAMPAIGN, question: 'who was ilse' },
    ]);
  });

  it('reports that nothing answers a question, with the closest passages', async () => {
    const { server, user, showPage } = openSearch();
    server.on(ASK, () => answer({ answer: null, passages: [hit()], written_by: 'extract' }));
    showPage('ask');
    await user.type(await screen.findByLabelText('Question'), 'what did she sing{Enter}');
    await screen.findByText('Nothing in your notes answers this.');
    expect(screen.getByRole('list', { name: 'Closest passages' })).toBeTruthy();
    expect(window.location.search).toBe('?q=what+did+she+sing');
  });

  it('refetches a quoted answer after changes', async () => {
    const { server, shell, showPage } = openSearch({ role: 'player', ...at('q=who') });
    server.on(ASK, () => answer(extract(['Ilse was his wife.'])));
    showPage('ask');
    await screen.findByText('Ilse was his wife.');
    server.on(ASK, () => answer({ answer: null, passages: [], written_by: 'extract' }));
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('Nothing in your notes answers this.');
    expect(screen.queryByText('Ilse was his wife.')).toBeNull();
  });

  it('hides an outdated answer, without a request, if a model writes answers now', async () => {
    const { server, shell, showPage } = openSearch({ role: 'player', ...at('q=who') });
    server.on(ASK, () => answer(extract(['Ilse was his wife.'])));
    showPage('ask');
    await screen.findByText('Ilse was his wife.');
    server.on('GET /api/search/state/', () =>
      answer({ is_ready: true, mode: 'lexical', answers: { written_by: 'quill-7b' } }),
    );
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('The texts of this campaign have changed.');
    expect(screen.queryByText('Ilse was his wife.')).toBeNull();
    expect(server.callsTo(ASK)).toHaveLength(1);
    expect(screen.getByText(/^quill-7b writes answers/)).toBeTruthy();
  });

  it('refetches an answer that was pending during a change', async () => {
    const { server, shell, showPage } = openSearch({ role: 'player', ...at('q=who') });
    const early = held();
    server.on(ASK, () => early.promise);
    showPage('ask');
    await waitFor(() => expect(server.callsTo(ASK)).toHaveLength(1));
    server.on(ASK, () => answer({ answer: null, passages: [], written_by: 'extract' }));
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('Nothing in your notes answers this.');
    await act(async () => early.release(answer(extract(['Ilse was his wife.']))));
    expect(screen.queryByText('Ilse was his wife.')).toBeNull();
  });

  it('requires a question', async () => {
    const { server, user, showPage } = openSearch();
    showPage('ask');
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    await screen.findByText('Write a question first.');
    expect(document.activeElement).toBe(screen.getByLabelText('Question'));
    expect(server.callsTo(ASK)).toEqual([]);
    await user.keyboard('who');
    expect(screen.queryByText('Write a question first.')).toBeNull();
  });

  it('links to the search page with the current question, and shows the audience of sources', async () => {
    const { server, user, showPage } = openSearch();
    server.on(ASK, () =>
      answer({ ...extract(['Ilse was his wife.']), passages: [hit({ audience: 'gm' })] }),
    );
    showPage('ask');
    await user.type(await screen.findByLabelText('Question'), 'who was ilse{Enter}');
    await screen.findByText('GM only');
    expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe(
      `/campaigns/${CAMPAIGN}/search?q=who+was+ilse`,
    );
  });

  it.each([
    ['strong', 'One passage answers this.'],
    ['several', 'Taken from 2 passages, which may contradict each other.'],
    ['weak', 'This may not answer your question: no passage matches it well.'],
    ['of a later service', undefined],
  ])('says how well %s support answers the question', async (support, text) => {
    const { server, showPage } = openSearch(at('q=who'));
    const passages = [hit(), hit({ passage: 'another' })];
    server.on(ASK, () => answer({ ...extract(['Ilse was his wife.']), passages, support }));
    showPage('ask');
    const quote = await screen.findByText('Ilse was his wife.');
    const notes = within(quote.closest('section')!).queryAllByText(/answer|passages/);
    expect(notes.map(({ textContent }) => textContent)).toEqual(text === undefined ? [] : [text]);
  });

  it('shows the cause of an error, and retries', async () => {
    const { server, user, showPage } = openSearch(at('q=who'));
    server.on(ASK, () => refuse(429, 'Too many questions. Try again in a minute.'));
    showPage('ask');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many questions.');
    server.on(ASK, () => answer(extract(['Ilse was his wife.'])));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Ilse was his wife.');
  });

  it('asks as the player in view-as, and offers no drafts', async () => {
    const { server, showPage } = openSearch(at('q=who&as=party'));
    server.on(ASK, () => answer(extract(['Ilse was his wife.'])));
    server.on('GET /api/search/state/', () =>
      answer({
        is_ready: true,
        mode: 'lexical',
        answers: { written_by: 'extract', drafts: ['summary'] },
      }),
    );
    showPage('ask');
    await screen.findByText('Ilse was his wife.');
    expect(server.callsTo(ASK).map(({ viewAs }) => viewAs)).toEqual(['party']);
    expect(screen.queryByText('Drafts')).toBeNull();
  });
});

describe('an answer of a model', () => {
  /** A stream whose events the test sends. */
  function streamed(options: { role?: string } = {}) {
    const opened = openSearch({ ...at('q=who'), ...options });
    opened.server.on('GET /api/search/state/', () =>
      answer({
        is_ready: true,
        mode: 'full',
        answers: { written_by: 'quill-7b', sent_to: 'llm.example' },
      }),
    );
    const pieces = controlledBody();
    const accepts: unknown[] = [];
    const http = async (path: string, given: HttpOptions = {}) => {
      if (path !== '/api/search/ask/') return opened.server.http(path, given);
      accepts.push(given.accept);
      return pieces.response;
    };
    Object.assign(opened.shell, { http });
    const encoder = new TextEncoder();
    const send = (event: string, data: object) =>
      act(async () =>
        pieces.push({
          done: false,
          value: encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        }),
      );
    const end = () => act(async () => pieces.push({ done: true }));
    return { ...opened, accepts, send, end };
  }

  it('is streamed by sentence, each with its sources or marked as unsupported', async () => {
    const { accepts, send, showPage } = streamed();
    showPage('ask');
    await screen.findByText(/Your question and these passages are sent to llm.example/);
    await waitFor(() => expect(accepts).toEqual(['text/event-stream']));
    await send('passages', { passages: [hit()], written_by: 'quill-7b' });
    await send('part', quote('Ilse was his wife.'));
    await screen.findByText('Ilse was his wife.');
    expect(screen.getByText('Writing…')).toBeTruthy();
    const parts = [
      quote('Ilse was his wife.'),
      { text: 'She was a witch.', citations: [], is_unsupported: true },
    ];
    await send('answer', { answer: parts, passages: [hit()], written_by: 'quill-7b' });
    await screen.findByText('She was a witch.');
    expect(screen.getAllByText('Not found in your notes.')).toHaveLength(1);
    expect(screen.queryByText('Writing…')).toBeNull();
  });

  it('is replaced by the cause when it is interrupted', async () => {
    const { accepts, send, showPage } = streamed({ role: 'player' });
    showPage('ask');
    await waitFor(() => expect(accepts).toHaveLength(1));
    await send('part', quote('Ilse was his wife.'));
    await screen.findByText('Ilse was his wife.');
    const detail = 'Something changed while this was written. Ask again.';
    await send('problem', { status: 409, code: 'search.changed_meanwhile', detail });
    expect((await screen.findByRole('alert')).textContent).toContain(detail);
    expect(screen.queryByText('Ilse was his wife.')).toBeNull();
  });

  it('reports a lost connection', async () => {
    const { accepts, send, end, showPage } = streamed();
    showPage('ask');
    await waitFor(() => expect(accepts).toHaveLength(1));
    await send('part', quote('Ilse was his wife.'));
    await end();
    expect((await screen.findByRole('alert')).textContent).toContain('was interrupted');
  });

  it('is hidden from players after changes, and not requested again', async () => {
    const { accepts, send, shell, showPage } = streamed({ role: 'player' });
    showPage('ask');
    await waitFor(() => expect(accepts).toHaveLength(1));
    await send('answer', {
      answer: [quote('Ilse was his wife.')],
      passages: [hit()],
      written_by: 'quill-7b',
    });
    await screen.findByText('Ilse was his wife.');
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('The texts of this campaign have changed.');
    expect(screen.queryByText('Ilse was his wife.')).toBeNull();
    expect(accepts).toHaveLength(1);
  });

  it('is not requested again after changes while quotes replace a failed model', async () => {
    const { accepts, send, shell, showPage } = streamed({ role: 'player' });
    showPage('ask');
    await waitFor(() => expect(accepts).toHaveLength(1));
    const because = { code: 'search.model_silent', detail: 'The model said nothing.' };
    await send('answer', { ...extract(['Ilse was his wife.']), instead_because: because });
    await screen.findByText('The model said nothing.');
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText('The texts of this campaign have changed.');
    expect(accepts).toHaveLength(1);
  });
});

type Piece = { done: boolean; value?: Uint8Array };

/** A streamed response, because jsdom has no streams. */
function controlledBody() {
  const waiting: Piece[] = [];
  let give: ((piece: Piece) => void) | undefined;
  const read = () =>
    new Promise<Piece>((resolve) => {
      const piece = waiting.shift();
      if (piece) resolve(piece);
      else give = resolve;
    });
  const response = {
    ok: true,
    status: 200,
    headers: new Headers({ 'content-type': 'text/event-stream; charset=utf-8' }),
    body: { getReader: () => ({ read, cancel: () => Promise.resolve() }) },
  } as unknown as Response;
  return {
    response,
    push(piece: Piece) {
      if (give) give(piece);
      else waiting.push(piece);
      give = undefined;
    },
  };
}
