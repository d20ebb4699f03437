import { screen } from '@testing-library/react';
import { campaignId, map, showDocuments } from '../../../testing/show-panel';

it('opens a document in the page', async () => {
  const { user, shell } = await showDocuments();
  await user.click(screen.getByRole('link', { name: 'Map of Barovia.png' }));
  expect(shell.routing.navigations).toEqual([
    { to: `/campaigns/${campaignId}/library/${map.id}`, replace: false },
  ]);
});
