import { act, screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { showViewer } from '../../../testing/show-viewer';
import { campaignId } from '../../../testing/show-panel';

const HERE = 'GET /api/live/presence/';

it('marks a user as online in a document, also after missed events', async () => {
  const { server, shell } = await showViewer({ answers: { [HERE]: () => answer({ here: [] }) } });
  await waitFor(() => expect(server.callsTo(HERE)).toHaveLength(1));
  expect(server.callsTo(HERE)[0]?.query.get('campaign')).toBe(campaignId);
  act(() => shell.hints.give({ kind: 'presence', campaign: campaignId, id: campaignId }));
  expect(server.callsTo(HERE)).toHaveLength(1);
  act(() => shell.hints.give({ kind: 'everything', campaign: null, id: null }));
  await waitFor(() => expect(server.callsTo(HERE)).toHaveLength(2));
});

it('continues to render without presence', async () => {
  const { server } = await showViewer({
    answers: { [HERE]: () => refuse(404, 'There is no such campaign.') },
  });
  await waitFor(() => expect(server.callsTo(HERE)).toHaveLength(1));
  await screen.findByRole('heading', { name: 'Map of Barovia' });
  expect(screen.queryByRole('alert')).toBeNull();
});
