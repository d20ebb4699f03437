import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { showTransfers } from '../../../testing/show-transfers';

const ALL = 'GET /api/campaigns/:id/exports/';
const START = 'POST /api/campaigns/:id/exports/';
const ONE = 'GET /api/campaigns/:id/exports/:export/';
const id = 'e0000000-0000-4000-8000-000000000001';

const exported = (change: object = {}) => ({
  ...{ id, format: 'archive', state: 'ready', progress: 1 },
  ...{ created_at: '2026-11-30T10:00:00.000Z', available_until: '2026-12-01T10:00:00.000Z' },
  ...change,
});
const file = (name: string, url: string) => ({ name, size: 2048, url });

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the export page', () => {
  it.each([
    ['owner', 'Secrets are included and marked'],
    ['player', 'You export everything that you can see.'],
  ] as const)('names the content of the export of %s', async (role, words) => {
    await showTransfers({
      page: 'export',
      role,
      serve: (server) => server.on(ALL, () => answer({ exports: [] })),
    });
    const intro = await screen.findByText(new RegExp(words));
    if (role === 'player') expect(intro.textContent).not.toContain('Secrets');
  });

  it('starts an export in the chosen format and polls until it is ready', async () => {
    const states = [
      [],
      [exported({ state: 'waiting', progress: 0 })],
      [exported({ state: 'writing', progress: 0.3 })],
      [exported()],
    ];
    let at = 0;
    const { server, user } = await showTransfers({
      page: 'export',
      serve: (server) =>
        server
          .on(ALL, () => answer({ exports: states[at] }))
          .on(START, () => {
            at = 1;
            return answer(exported({ state: 'waiting', progress: 0 }), 201);
          })
          .on(ONE, () => answer(exported({ files: [file('Strahd.zip', 'https://s.test/1')] }))),
    });
    await user.click(await screen.findByRole('radio', { name: /^Obsidian vault/ }));
    jest.useFakeTimers();
    await act(async () => screen.getByRole('button', { name: 'Start export' }).click());
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(server.callsTo(START)[0]?.body).toEqual({ format: 'obsidian' });
    expect(screen.getByText('Waiting for other exports')).toBeTruthy();
    at = 2;
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30');
    at = 3;
    await act(() => jest.advanceTimersByTimeAsync(1_600));
    expect(screen.getByRole('button', { name: 'Download Strahd.zip (2 KB)' })).toBeTruthy();
    const asked = server.callsTo(ALL).length;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(server.callsTo(ALL)).toHaveLength(asked);
  });

  it('requests a new URL for each download, because URLs expire', async () => {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      opened.push(this.href);
    });
    let at = 0;
    const { user } = await showTransfers({
      page: 'export',
      role: 'player',
      serve: (server) =>
        server
          .on(ALL, () => answer({ exports: [exported()] }))
          .on(ONE, () => {
            at += 1;
            return answer(
              exported({
                files: [1, 2].map((part) =>
                  file(`Strahd ${part}.zip`, `https://s.test/${part}?${at}`),
                ),
              }),
            );
          }),
    });
    await user.click(await screen.findByRole('button', { name: /^Download Strahd 2/ }));
    await waitFor(() => expect(opened).toEqual(['https://s.test/2?2']));
  });

  it('offers another export if something in it was hidden since', async () => {
    const { server, user } = await showTransfers({
      page: 'export',
      serve: (server) =>
        server
          .on(ALL, () => answer({ exports: [exported({ format: 'obsidian' })] }))
          .on(ONE, () => refuse(410, 'Gone.', { code: 'document.export_outdated' }))
          .on(START, () => answer(exported({ state: 'waiting' }), 201)),
    });
    await screen.findByText('Something in this export was hidden or deleted since. Export again.');
    await user.click(screen.getByRole('button', { name: 'Export again' }));
    await waitFor(() => expect(server.callsTo(START)[0]?.body).toEqual({ format: 'obsidian' }));
  });

  it('is not available while viewing as a player', async () => {
    const { server } = await showTransfers({ page: 'export', query: '?as=party' });
    await screen.findByText('Exports are not available while you view as a player.');
    expect(server.callsTo(ALL)).toEqual([]);
  });
});
