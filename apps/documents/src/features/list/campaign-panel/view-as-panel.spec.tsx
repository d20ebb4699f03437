import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createFakeShell, fakePerson } from '@tomekeeper/remote-kit/testing';
import { create } from '../../../remote';
import { campaignId, map } from '../../../testing/show-panel';
import { answerDocuments } from '../../../testing/answer-documents';

it('asks for everything as the player, and changes nothing', async () => {
  const shell = createFakeShell({ session: { status: 'signed-in', user: fakePerson('Mina') } });
  shell.server.on('GET /api/documents/', answerDocuments([map]));
  const Panel = create(shell).widgets?.['documents.view-as-panel'];
  if (!Panel) throw new Error('The remote brings no panel.');
  render(<Panel campaignId={campaignId} viewAs="party" />);
  const name = await screen.findByText('Map of Barovia.png');
  expect(screen.queryByRole('button', { name: /Hide|Rename|Delete|Upload/ })).toBeNull();
  await userEvent.setup().click(name);
  expect(shell.routing.navigations).toEqual([
    { to: `/campaigns/${campaignId}/library/${map.id}?as=party`, replace: false },
  ]);
  expect(shell.server.calls.length).toBeGreaterThan(0);
  // View-as must not mark documents as read.
  expect(Object.keys(localStorage).filter((key) => key.includes('unread'))).toEqual([]);
  expect(new Set(shell.server.calls.map(({ viewAs }) => viewAs))).toEqual(new Set(['party']));
});
