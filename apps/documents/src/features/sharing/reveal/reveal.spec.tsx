import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, held, noContent, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import {
  deathHouse,
  map,
  rowOf,
  rows,
  showDocuments,
  SPOILER_CHECK,
} from '../../../testing/show-panel';
import { answerDocuments } from '../../../testing/answer-documents';

const ACT = '0b7b6a4e-0000-4000-8000-000000000001';
const PATCH = 'PATCH /api/documents/:id/';
const inRow = (name: string) => within(rowOf(name));

describe('revealing and hiding', () => {
  it('shows a document to the players, and says so, once the server has', async () => {
    const { user, server, shell } = await showDocuments();
    const later = held();
    server.on(PATCH, () => later.promise);
    await user.click(
      inRow('Death House.pdf').getByRole('button', { name: 'Reveal Death House.pdf' }),
    );
    inRow('Death House.pdf').getByText('Spoilers');
    await user.click(
      inRow('Death House.pdf').getByRole('button', { name: 'Revealing… Death House.pdf' }),
    );

    await act(async () => later.release(answer({ ...deathHouse, is_spoilers: false })));
    await inRow('Death House.pdf').findByText('Public');
    inRow('Death House.pdf').getByRole('button', { name: 'Hide Death House.pdf' });
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { is_spoilers: false, seen_title: 'Death House.pdf' },
    ]);
    expect(shell.toasts).toEqual([
      {
        message: 'Death House is revealed to the players.',
        tone: 'success',
        action: { label: 'Undo', run: expect.any(Function) },
      },
    ]);
  });

  it('of a partially revealed document lists the passages that become visible', async () => {
    const partly = { ...deathHouse, audiences: { gm: 37, party: 2, players: 1 } };
    const { user, server } = await showDocuments({ list: [partly] });
    server.on(PATCH, () => answer({ ...partly, is_spoilers: false }));
    const row = inRow('Death House.pdf');
    await user.click(row.getByRole('button', { name: 'Reveal all of it: Death House.pdf' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reveal all of it?' }));
    dialog.getByText(
      'The party is going to see the title “Death House.pdf” and all 37 hidden passages. Passages with an individual audience keep it.',
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(server.callsTo(PATCH)).toEqual([]);
    await user.click(row.getByRole('button', { name: 'Reveal all of it: Death House.pdf' }));
    await user.click(await screen.findByRole('button', { name: 'Reveal all of it' }));
    await row.findByText('Public');
    await row.findByRole('button', { name: 'Hide Death House.pdf' });
  });

  it('asks first if the document was renamed meanwhile', async () => {
    const renamed = { ...deathHouse, original_filename: 'Strahd’s house.pdf' };
    const { user, server } = await showDocuments();
    server.on('GET /api/documents/', answerDocuments([renamed, map])).on(PATCH, ({ body }) =>
      (body as { seen_title: string }).seen_title === renamed.original_filename
        ? answer({ ...renamed, is_spoilers: false })
        : refuse(409, 'It is called otherwise.', {
            code: 'document.renamed_meanwhile',
            title: [renamed.original_filename],
          }),
    );
    await user.click(
      inRow('Death House.pdf').getByRole('button', { name: 'Reveal Death House.pdf' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: /under its new title/ }));
    dialog.getByText(/Your players are going to read “Strahd’s house.pdf”/);
    expect(server.callsTo(SPOILER_CHECK)).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Reveal' }));
    await inRow('Strahd’s house.pdf').findByText('Public');
    expect(server.callsTo(SPOILER_CHECK)[1]?.body).toMatchObject({
      texts: [renamed.original_filename],
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hides it again', async () => {
    const { user, server, shell } = await showDocuments();
    server.on(PATCH, () => answer({ ...map, is_spoilers: true }));
    await user.click(
      inRow('Map of Barovia.png').getByRole('button', { name: 'Hide Map of Barovia.png' }),
    );
    await inRow('Map of Barovia.png').findByText('Spoilers');
    expect(server.callsTo(PATCH)[0]?.body).toEqual({ is_spoilers: true });
    expect(shell.toasts[0]?.message).toBe('Map of Barovia is hidden from the players.');
  });

  it('is undone from the message, and says so', async () => {
    const { user, server, shell } = await showDocuments();
    server.on(PATCH, ({ body }) => answer({ ...deathHouse, ...(body as object) }));
    await user.click(
      inRow('Death House.pdf').getByRole('button', { name: 'Reveal Death House.pdf' }),
    );
    await inRow('Death House.pdf').findByText('Public');
    act(() => shell.toasts[0]?.action?.run());
    await inRow('Death House.pdf').findByText('Spoilers');
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { is_spoilers: false, seen_title: 'Death House.pdf' },
      { is_spoilers: true },
    ]);
    expect(shell.toasts[1]).toEqual({
      message: 'Death House is hidden from the players.',
      tone: 'success',
    });
  });

  it('is undone by its ledger entry if there is one, so that passages regain their audience', async () => {
    const { user, server, shell } = await showDocuments();
    server
      .on(PATCH, () => answer({ ...map, is_spoilers: true, act: ACT }))
      .on('DELETE /api/documents/:id/acts/:act/', () => noContent());
    await user.click(
      inRow('Map of Barovia.png').getByRole('button', { name: 'Hide Map of Barovia.png' }),
    );
    await inRow('Map of Barovia.png').findByText('Spoilers');
    await act(async () => shell.toasts[0]?.action?.run());
    await inRow('Map of Barovia.png').findByText('Public');
    expect(server.callsTo('DELETE /api/documents/:id/acts/:act/')[0]?.params['act']).toBe(ACT);
    expect(server.callsTo(PATCH)).toHaveLength(1);
  });

  it('says when it could not be undone, also after its page has gone', async () => {
    const { user, server, shell, page } = await showDocuments();
    server.on(PATCH, () => answer({ ...map, is_spoilers: true }));
    await user.click(
      inRow('Map of Barovia.png').getByRole('button', { name: 'Hide Map of Barovia.png' }),
    );
    await inRow('Map of Barovia.png').findByText('Spoilers');
    page.unmount();
    server.on(PATCH, () => refuseSilently(500));
    shell.toasts[0]?.action?.run();
    await waitFor(() =>
      expect(shell.toasts[1]).toEqual({ message: 'Could not reveal document', tone: 'error' }),
    );
  });

  it.each([
    [
      "the server's sentence",
      () => refuse(503, 'Try again in a moment.'),
      'Try again in a moment.',
    ],
    ['a separate sentence', () => refuseSilently(500), 'Could not hide document'],
  ])('says with %s that it failed, and shows the old audience', async (_, refusal, text) => {
    const { user, server } = await showDocuments();
    server.on(PATCH, refusal);
    await user.click(
      inRow('Map of Barovia.png').getByRole('button', { name: 'Hide Map of Barovia.png' }),
    );
    expect((await inRow('Map of Barovia.png').findByRole('alert')).textContent).toBe(text);
    inRow('Map of Barovia.png').getByText('Public');
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('explains that the row disappears because the document was deleted meanwhile', async () => {
    const { user, server, shell } = await showDocuments();
    server.on(PATCH, () =>
      refuse(404, 'This document was deleted or hidden. Choose another one from the list.'),
    );
    server.on('GET /api/documents/', answerDocuments([map]));
    await user.click(
      inRow('Death House.pdf').getByRole('button', { name: 'Reveal Death House.pdf' }),
    );
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(shell.toasts).toEqual([
      {
        message: 'This document was deleted or hidden. Choose another one from the list.',
        tone: 'error',
      },
    ]);
  });

  it('sends one call for two presses at once', async () => {
    const { server } = await showDocuments();
    const later = held();
    server.on(PATCH, () => later.promise);
    const button = inRow('Death House.pdf').getByRole('button', { name: 'Reveal Death House.pdf' });
    // Both clicks in one task, before a rerender.
    act(() => {
      button.click();
      button.click();
    });
    await inRow('Death House.pdf').findByRole('button', { name: 'Revealing… Death House.pdf' });
    expect(server.callsTo(PATCH)).toHaveLength(1);
  });
});
