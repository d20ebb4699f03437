import { waitFor } from '@testing-library/react';
import { answer } from '@tomekeeper/remote-kit/testing';
import { documents } from '../../../remote.config';
import { campaignId, map } from '../../testing/show-panel';
import { showViewer } from '../../testing/show-viewer';

const PASSAGE = '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000';
const note = { ...map, kind: 'note', s3_key: '', text_state: 'ready' };
const passage = {
  id: PASSAGE,
  kind: 'paragraph',
  content: { runs: [{ text: 'Mist.' }] },
  depth: 0,
};

/** Paths that the route declares for a fragment. */
function declared(hash: string): string[] {
  const route = documents.routes.find(({ path }) => path.endsWith('/library/:document'));
  return (route?.calls ?? [])
    .filter(({ fragment }) => (fragment === '' ? !hash : hash.startsWith(fragment ?? '')))
    .map(({ path }) =>
      path.replace(':document', note.id).replace(':fragment', hash.slice('#p-'.length)),
    );
}

/** GET requests of an opened note with their queries. */
async function requested(hash: string): Promise<string[]> {
  const { server, page } = await showViewer({
    list: [note],
    query: hash,
    answers: {
      'GET /api/documents/:id/outline/': () => answer([]),
      'GET /api/documents/:id/passages/': () =>
        answer({ passages: [passage], at: 0, total: 1, version: 1 }),
    },
  });
  const PASSAGES = 'GET /api/documents/:id/passages/';
  await waitFor(() => expect(server.callsTo(PASSAGES)).toHaveLength(1));
  await waitFor(() => expect(server.callsTo('GET /api/documents/:id/outline/')).toHaveLength(1));
  page.unmount();
  return server.calls.map(({ path, query }) => (query.size ? `${path}?${query}` : path));
}

describe('the calls that the route declares', () => {
  it.each(['', `#p-${PASSAGE}`])('are those of the page, with the fragment "%s"', async (hash) => {
    const paths = declared(hash);
    expect(paths).toHaveLength(3);
    expect(await requested(hash)).toEqual(expect.arrayContaining(paths));
  });

  it('ask for no list of documents', async () => {
    const { server, page } = await showViewer({ list: [note] });
    await waitFor(() =>
      expect(server.callsTo('GET /api/documents/:id/neighbors/')).toHaveLength(1),
    );
    expect(server.callsTo('GET /api/documents/')).toHaveLength(0);
    page.unmount();
  });

  it('belong to one campaign: the page shows no document of another', async () => {
    const other = { ...note, campaign: 'another' };
    const { page } = await showViewer({ list: [other] });
    await page.findByText(/Nothing opens at this address for you/);
    expect(campaignId).not.toBe(other.campaign);
  });
});
