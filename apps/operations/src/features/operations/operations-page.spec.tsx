import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { answer, createFakeShell, cutOff, noContent, refuse } from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';

const QUEUE = 'mailing-send';
const queue = (name: string, failed = 0) => ({
  name,
  waiting: 4,
  active: 1,
  delayed: 2,
  failed,
  oldest_waiting_seconds: 300,
});
const service = (id: string, over: object = {}) => ({
  service: id,
  version: '0123456789ab',
  started_at: '2026-11-21T12:00:00.000Z',
  instance: 'box-7',
  queues: [queue(`events-${id}`)],
  outbox: { waiting: 0, oldest_seconds: 0 },
  ...over,
});
const JOB = {
  id: 'job-1',
  name: 'send-mail',
  attempts: 1,
  failed_at: '2026-11-21T12:00:00.000Z',
  reason: 'EENVELOPE RCPT TO 550 <b>',
};
const MODEL = {
  version: 'ba9876543210',
  started_at: '2026-11-21T12:00:00.000Z',
  instance: 'box-9',
  waiting_texts: 0,
  trouble: null,
};
const REMOTES = {
  remotes: [
    {
      id: 'campaigns',
      version: 'v3',
      live_since: '2026-11-20T10:00:00.000Z',
      canary: { version: 'v4', percent: 10 },
      previous: { version: 'v2' },
    },
  ],
};

/** The page as the shell would show it; all is well unless the test says otherwise. */
function page() {
  const shell = createFakeShell();
  const { server } = shell;
  for (const id of ['identity', 'campaign', 'document', 'mailing', 'contact', 'live', 'search'])
    server.on(`GET /api/operations/${id}/`, () => answer(service(id)));
  server.on('GET /api/operations/search-model/', () => answer({ is_used: true, process: MODEL }));
  server.on('GET /api/operations/remotes/', () => answer(REMOTES));
  return {
    shell,
    server,
    /** A mail that has failed permanently. */
    withFailedMail(jobs = [JOB]) {
      let left = jobs;
      server.on('GET /api/operations/mailing/', () =>
        answer(service('mailing', { queues: [queue(QUEUE, left.length)] })),
      );
      server.on(`GET /api/operations/mailing/queues/${QUEUE}/failed/`, () =>
        answer({ jobs: left, total: left.length }),
      );
      return { mend: () => (left = []) };
    },
    show() {
      const found = create(shell).routes.find(({ path }) => path === '/operations');
      if (!found) throw new Error('src/remote.tsx brings no page for /operations.');
      return render(<found.Page />);
    },
  };
}

const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));

describe('Operations', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('shows services, queues and remotes, and that all is well', async () => {
    const { shell, show } = page();
    show();
    await screen.findByText('All services respond, and no job has failed.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Operations');
    expect(shell.routing.title()).toBe('Operations');
    expect(screen.getByText('No job has failed.')).toBeTruthy();
    expect((await rowOf('mailing')).getByText('0123456789ab')).toBeTruthy();
    const cells = (await rowOf('events-mailing')).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['4', '5 min', '1', '2', '0']);
    const remote = await rowOf('campaigns');
    expect(remote.getByText(/on 10%/).textContent).toBe('v4 on 10%');
    expect(remote.getByText('v2')).toBeTruthy();
  });

  it('shows unavailable services with instructions, and the available ones', async () => {
    const { server, show } = page();
    server.on('GET /api/operations/contact/', () => refuse(503, 'This part is not available.'));
    server.on('GET /api/operations/document/', () =>
      answer(service('document', { queues: null, outbox: null })),
    );
    server.on('GET /api/operations/remotes/', () => refuse(503, 'Not now.'));
    show();
    expect(
      await screen.findByText(
        'Needs a look: no valid response from contact; queues or database out of reach of document; the remotes can’t be listed.',
      ),
    ).toBeTruthy();
    const contact = await rowOf('contact');
    expect(contact.getByText(/This part is not available.*on-call\/contact.md/)).toBeTruthy();
    expect((await rowOf('Queues of document')).getByText(/check that Redis/)).toBeTruthy();
    expect((await rowOf('mailing')).getByText('Answers')).toBeTruthy();
  });

  it.each([
    ['answers', MODEL, /^Answers$/, /^All services respond/],
    ['has a text waiting', { ...MODEL, waiting_texts: 1 }, 'Answers, 1 text waits', /^All/],
    ['has texts waiting', { ...MODEL, waiting_texts: 70 }, 'Answers, 70 texts wait', /^All/],
    [
      'has no model',
      { ...MODEL, trouble: 'model.json can’t be read.' },
      /^model\.json can’t be read\.Semantic search is off.*on-call\/search-model\.md/,
      /^Needs a look: search-model creates no embeddings\.$/,
    ],
    [
      'is away',
      null,
      /^The service does not respond\.Semantic search is off/,
      /^Needs a look: search-model creates no embeddings\.$/,
    ],
  ])('shows that the model of meanings %s', async (_, process, state, sentence) => {
    const { server, show } = page();
    server.on('GET /api/operations/search-model/', () => answer({ is_used: true, process }));
    show();
    await screen.findByText(sentence);
    const cells = (await rowOf('search-model')).getAllByRole('cell');
    const [how, version] = cells.map(({ textContent }) => textContent);
    expect(how).toMatch(state);
    expect(version).toBe(process ? 'ba9876543210' : '–');
  });

  it('misses no model where none is used, and says whose fault it is that nothing is known', async () => {
    const { server, show } = page();
    server.on('GET /api/operations/search-model/', () => answer({ is_used: false, process: null }));
    const { unmount } = show();
    await screen.findByText(/^All services respond/);
    expect((await rowOf('search-model')).getByText('Not used here')).toBeTruthy();
    unmount();
    for (const path of ['search', 'search-model'])
      server.on(`GET /api/operations/${path}/`, () => refuse(503, 'Not now.'));
    show();
    await screen.findByText('Needs a look: no valid response from search.');
    expect(
      (await rowOf('search-model')).getByText('Unknown: search reports no state.'),
    ).toBeTruthy();
  });

  it('shows service figures, and marks figures that need attention', async () => {
    const { server, show } = page();
    const figures = [
      { name: 'Copies behind their texts', value: '2, one for 90 s', needs_look: true },
      { name: 'Language model', value: 'None' },
    ];
    server.on('GET /api/operations/search/', () => answer(service('search', { figures })));
    server.on('GET /api/operations/live/', () => answer(service('live', { figures: null })));
    show();
    await screen.findByText('Needs a look: search: Copies behind their texts.');
    const table = within(screen.getByRole('table', { name: 'Figures' }));
    const told = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(told).toEqual([
      expect.stringContaining('How it is'),
      expect.stringMatching(/^live.*FiguresUnavailable: check that its database is running/),
      expect.stringMatching(/^searchCopies behind their texts.*2, one for 90 s/),
      'searchLanguage modelNone',
    ]);
  });

  it('tries a failed job again, stays near with the keyboard, and shows how it is then', async () => {
    const { server, shell, withFailedMail, show } = page();
    const { mend } = withFailedMail();
    const retry = `POST /api/operations/mailing/queues/${QUEUE}/failed/job-1/retry/`;
    server.on(retry, () => {
      mend();
      return noContent();
    });
    show();
    expect(await screen.findByText('EENVELOPE RCPT TO 550 <b>')).toBeTruthy();
    expect(screen.getByText('Needs a look: 1 failed job.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again job-1' }));
    expect(await screen.findByText('No job has failed.')).toBeTruthy();
    expect(server.callsTo(retry)).toHaveLength(1);
    expect(shell.toasts).toEqual([{ message: 'Retrying the job.' }]);
    expect(document.activeElement?.textContent).toContain('No job has failed.');
  });

  it('tries all failed jobs of a queue again', async () => {
    const { server, shell, withFailedMail, show } = page();
    const { mend } = withFailedMail([JOB, { ...JOB, id: 'job-2' }]);
    server.on(`POST /api/operations/mailing/queues/${QUEUE}/retry-all/`, () => {
      mend();
      return answer({ retried: 2, left: 0 });
    });
    show();
    fireEvent.click(await screen.findByRole('button', { name: `Try all again of ${QUEUE}` }));
    expect(await screen.findByText('No job has failed.')).toBeTruthy();
    expect(shell.toasts).toEqual([{ message: `Retrying 2 jobs of ${QUEUE}.` }]);
  });

  it('shows why a job could not be retried, and ignores jobs that were retried meanwhile', async () => {
    const { server, shell, withFailedMail, show } = page();
    withFailedMail();
    const retry = `POST /api/operations/mailing/queues/${QUEUE}/failed/job-1/retry/`;
    server.on(retry, cutOff);
    show();
    const button = await screen.findByRole('button', { name: 'Try again job-1' });
    fireEvent.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Could not retry the job.');
    expect(alert.textContent).toContain('Network Error');

    server.on(retry, () => refuse(404, 'This job is not among the failed ones any more.'));
    fireEvent.click(button);
    await waitFor(() =>
      expect(shell.toasts).toEqual([
        { message: 'This job is not among the failed ones any more.' },
      ]),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('refreshes periodically, but not in the background', async () => {
    jest.useFakeTimers();
    const { server, withFailedMail, show } = page();
    show();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('No job has failed.')).toBeTruthy();
    withFailedMail();
    await act(() => jest.advanceTimersByTimeAsync(5_100));
    expect(screen.getByText('Needs a look: 1 failed job.')).toBeTruthy();

    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    const asked = server.calls.length;
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(server.calls.length).toBe(asked);
  });

  it('redirects other users, and sends no further requests', async () => {
    jest.useFakeTimers();
    const { server, shell, show } = page();
    for (const id of [
      'identity',
      'campaign',
      'document',
      'mailing',
      'contact',
      'live',
      'search',
      'search-model',
      'remotes',
    ])
      server.on(`GET /api/operations/${id}/`, () =>
        refuse(404, 'There is nothing at this address.'),
      );
    show();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nothing here');
    expect(screen.getByRole('link', { name: 'Go to your campaigns' }).getAttribute('href')).toBe(
      '/home',
    );
    expect(shell.routing.title()).toBe('Nothing here');
    const asked = server.calls.length;
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(server.calls.length).toBe(asked);
  });
});
