import { act, screen, within } from '@testing-library/react';
import { answer, held, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { deathHouse, map, rowOf, showDocuments } from '../../testing/show-panel';

const PATCH = 'PATCH /api/documents/:id/';
const inRow = (name: string) => within(rowOf(name));

describe('revealing and hiding', () => {
  it('shows a document to the players, and says so, once the server has', async () => {
    const { user, server, shell } = await showDocuments();
    const later = held();
    server.on(PATCH, () => later.promise);
    await user.click(inRow('Death House.pdf').getByRole('button', { name: 'Reveal' }));
    inRow('Death House.pdf').getByText('Spoilers');
    await user.click(inRow('Death House.pdf').getByRole('button', { name: 'Revealing…' }));

    await act(async () => later.release(answer({ ...deathHouse, is_spoilers: false })));
    await inRow('Death House.pdf').findByText('Public');
    inRow('Death House.pdf').getByRole('button', { name: 'Hide' });
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([{ is_spoilers: false }]);
    expect(shell.announcements).toEqual(['Death House.pdf is revealed to the players.']);
  });

  it('hides it again', async () => {
    const { user, server, shell } = await showDocuments();
    server.on(PATCH, () => answer({ ...map, is_spoilers: true }));
    await user.click(inRow('Map of Barovia.png').getByRole('button', { name: 'Hide' }));
    await inRow('Map of Barovia.png').findByText('Spoilers');
    expect(server.callsTo(PATCH)[0]?.body).toEqual({ is_spoilers: true });
    expect(shell.announcements).toEqual(['Map of Barovia.png is hidden from the players.']);
  });

  it.each([
    [
      "the server's sentence",
      () => refuse(503, 'Try again in a moment.'),
      'Try again in a moment.',
    ],
    ['a sentence of its own', () => refuseSilently(500), 'Could not hide document'],
  ])('says with %s that it failed, and shows the old audience', async (_, refusal, text) => {
    const { user, server } = await showDocuments();
    server.on(PATCH, refusal);
    await user.click(inRow('Map of Barovia.png').getByRole('button', { name: 'Hide' }));
    expect((await inRow('Map of Barovia.png').findByRole('alert')).textContent).toBe(text);
    inRow('Map of Barovia.png').getByText('Public');
    expect(screen.getByRole('alert')).toBeTruthy();
  });
});
