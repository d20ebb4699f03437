import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { deathHouse, map, rowOf, showDocuments } from '../../../testing/show-panel';
import { showViewer } from '../../../testing/show-viewer';
import { mixedInWords, withheldInWords } from './of-document';

const PATCH = 'PATCH /api/documents/:id/';
const GIVE = 'Release file to players: Map of Barovia.png';
const audiences = (gm: number, party: number, players: number) => ({
  audiences: { gm, party, players },
});

describe('passages of a document with another audience', () => {
  it.each([
    [{ ...deathHouse, ...audiences(9, 2, 1) }, '3 passages shown'],
    [{ ...deathHouse, ...audiences(9, 1, 0) }, 'One passage shown'],
    [{ ...map, ...audiences(1, 9, 1) }, '2 passages hidden'],
    [{ ...deathHouse, ...audiences(9, 0, 0) }, undefined],
    [{ ...map, ...audiences(0, 9, 0) }, undefined],
    [deathHouse, undefined],
    [map, undefined],
  ])('is said of %j', (document, words) => {
    expect(mixedInWords(document)?.words).toBe(words);
  });

  it.each([
    [{ ...map, ...audiences(1, 9, 0), file_withheld: true as const }, false],
    [{ ...map, file_withheld: true as const }, true],
    [{ ...map, file_withheld: true as const, text_state: 'damaged' }, true],
    [{ ...map, file_withheld: true as const, text_state: 'reading' }, false],
    [map, undefined],
    // A hidden document has no file for players to release.
    [{ ...deathHouse, file_withheld: true as const }, undefined],
  ])('says of %j whether its file can be given', (document, isFree) => {
    expect(withheldInWords(document)?.isFree).toBe(isFree);
  });
});

describe('a file that players do not get', () => {
  const give = async (user: Awaited<ReturnType<typeof showDocuments>>['user']) => {
    const row = within(rowOf('Map of Barovia.png'));
    row.getByText('Players get no file');
    await user.click(row.getByRole('button', { name: 'More for Map of Barovia.png' }));
    await user.click(row.getByRole('menuitem', { name: 'Release file to players' }));
  };

  it('is released on click if nothing is hidden', async () => {
    const { user, server, shell } = await showDocuments({
      list: [{ ...map, file_withheld: true }],
    });
    server.on(PATCH, () => answer(map));
    await give(user);
    await waitFor(() => expect(screen.queryByText('Players get no file')).toBeNull());
    expect(server.callsTo(PATCH)[0]?.body).toEqual({ give_file: true });
    expect(shell.toasts[0]?.message).toBe('Players get the file of Map of Barovia.png.');
  });

  it('shows an error if passages were hidden meanwhile', async () => {
    const { user, server, shell } = await showDocuments({
      list: [{ ...map, file_withheld: true }],
    });
    server.on(PATCH, () => refuse(409, 'One passage of it is hidden. Reveal it first.'));
    await give(user);
    await waitFor(() =>
      expect(shell.toasts[0]?.message).toBe('One passage of it is hidden. Reveal it first.'),
    );
  });

  it('is released from the document header too', async () => {
    const { user, server } = await showViewer({
      list: [{ ...map, tags: [], pinned: false, file_withheld: true }],
      answers: { [PATCH]: () => answer({ ...map, tags: [], pinned: false }) },
    });
    await user.click(await screen.findByRole('button', { name: GIVE }));
    await waitFor(() => expect(screen.queryByRole('button', { name: GIVE })).toBeNull());
    expect(server.callsTo(PATCH)[0]?.body).toEqual({ give_file: true });
  });

  it('is shown in the document header, with the reason', async () => {
    await showViewer({
      list: [{ ...map, tags: [], pinned: false, file_withheld: true, ...audiences(2, 9, 0) }],
    });
    await screen.findByText(/^2 passages of it are hidden from some of them/);
    expect(screen.queryByRole('button', { name: GIVE })).toBeNull();
  });
});
