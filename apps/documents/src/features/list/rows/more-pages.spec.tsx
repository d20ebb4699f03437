import { act, screen } from '@testing-library/react';
import { answer, type FakeServer } from '@tomekeeper/remote-kit/testing';
import { campaignId, documents, map, rows, showPanel } from '../../../testing/show-panel';

const LIST = 'GET /api/documents/';
const all = documents(80);
const named = { ...map, tags: ['maps'] };

/** Answers pages of a campaign with 81 documents, the last of them a map. */
function servePages(server: FakeServer) {
  server
    .on(LIST, ({ query }) => {
      if (query.has('ids'))
        return answer({ documents: [{ ...all[3], title: 'x', original_filename: 'Renamed.md' }] });
      return query.has('after')
        ? answer({ documents: [...all.slice(50), named] })
        : answer({ documents: all.slice(0, 50), next: 'cursor' });
    })
    .on('GET /api/documents/facets/', () =>
      answer({
        total: 81,
        folders: [{ path: 'maps', documents: 1 }],
        kinds: ['text', 'picture'],
        categories: [],
        sessions: 0,
      }),
    );
}

async function open() {
  const panel = showPanel({});
  servePages(panel.server);
  await panel.viewport.scroll(true);
  await screen.findByText('Page 1.md');
  // The end of the list comes near.
  await panel.viewport.scroll(true);
  const asked = () => panel.server.callsTo(LIST).map(({ query }) => query);
  return { ...panel, asked };
}

beforeEach(() => localStorage.clear());

it('loads further pages near the end of the list', async () => {
  const { asked } = await open();
  await screen.findByText('Map of Barovia.png');
  expect(rows()).toHaveLength(81);
  expect(asked().map((query) => [query.get('limit'), query.get('after')])).toEqual([
    ['50', null],
    ['100', 'cursor'],
  ]);
});

it('reloads only the changed document of several pages', async () => {
  const { asked, shell } = await open();
  await screen.findByText('Map of Barovia.png');
  const [, , , changed] = all;
  act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: changed!.id }));
  await screen.findByText('Renamed.md');
  expect(asked()).toHaveLength(3);
  expect(asked().at(-1)?.get('ids')).toBe(changed!.id);
  expect(rows()).toHaveLength(81);
});
