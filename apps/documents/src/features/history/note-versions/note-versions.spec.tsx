import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { map } from '../../../testing/show-panel';
import { gm, showViewer } from '../../../testing/show-viewer';

const note = { ...map, kind: 'note', s3_key: '', tags: [], pinned: false, text_state: 'ready' };
const VERSIONS = 'GET /api/documents/:id/text-versions/';
const RESTORE = 'POST /api/documents/:id/text-versions/:version/restore/';
const versions = [
  { id: 'v3', number: 9, by: gm.id, at: '2026-11-24T20:30:00.000Z', title: 'Mill', total: 2 },
  { id: 'v2', number: 6, by: gm.id, at: '2026-11-23T20:00:00.000Z', title: 'Mill', total: 2 },
  { id: 'v1', number: 1, at: '2026-11-22T20:00:00.000Z', title: 'Mill', total: 1 },
];
const said: Record<string, string[]> = {
  v3: ['The mill is burnt.'],
  v2: ['The mill is old.', 'The miller is gone.'],
  v1: ['The mill is old.'],
};

async function openVersions(more = {}) {
  const shown = await showViewer({
    list: [note],
    answers: {
      'GET /api/campaigns/:id/': () =>
        answer({ title: 'Strahd', owner: gm.id, people: [{ id: gm.id, name: 'Mina' }] }),
      'GET /api/documents/:id/content/': () => refuse(404, 'Document not found.'),
      'GET /api/documents/:id/passages/': () => answer({ passages: [], at: 0, total: 0 }),
      'GET /api/documents/:id/outline/': () => answer([]),
      'GET /api/documents/:id/backlinks/': () => answer({ backlinks: [], more: false }),
      'GET /api/documents/:id/versions/': () => answer([]),
      [VERSIONS]: () => answer({ versions }),
      'GET /api/documents/:id/text-versions/:version/': ({ params, query }) => {
        const of = params['version'] ?? '';
        const from = Number(query.get('from'));
        // One passage per page, to force pagination.
        const all = (said[of] ?? []).map((text, at) => ({
          id: `p${at}`,
          kind: 'paragraph',
          depth: 0,
          text,
          content: { inlines: [{ text }] },
          version: 1,
          audience: 'gm',
        }));
        return answer({
          ...versions.find(({ id }) => id === of),
          passages: all.slice(from, from + 1),
          ...(from + 1 < all.length && { next: from + 1 }),
        });
      },
      ...more,
    },
  });
  await shown.user.click(await screen.findByRole('button', { name: /^More for/ }));
  await shown.user.click(screen.getByRole('menuitem', { name: 'Versions of the text…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of the text' }));
  return { ...shown, dialog };
}
const differs = (within: { getByRole: typeof screen.getByRole }) =>
  within.getByRole('region', { name: 'What differs' }).textContent;

describe('versions of a note', () => {
  it('list author and time, and the word diff of a restore', async () => {
    const { dialog, user } = await openVersions();
    await dialog.findByText('Added');
    expect(dialog.getAllByText(/^Mina/)).toHaveLength(2);
    expect(dialog.getByText('A former member')).toBeTruthy();
    expect(dialog.getAllByRole('radio')).toHaveLength(3);
    expect(document.querySelector('del')?.textContent).toBe('burnt');
    expect(document.querySelector('ins')?.textContent).toBe('old');
    expect(differs(dialog)).toContain('The miller is gone.');
    await user.click(dialog.getByRole('button', { name: 'Changes in this version' }));
    await waitFor(() => expect(document.querySelector('del')).toBeNull());
    expect(document.querySelector('ins')?.textContent).toBe('The miller is gone.');
    // The current version cannot be restored.
    await user.click(dialog.getByRole('radio', { name: /^Now/ }));
    expect(
      dialog.getByRole('button', { name: 'Restore this version' }).getAttribute('disabled'),
    ).not.toBeNull();
  });

  it('are restored, and the message takes it back', async () => {
    const { dialog, user, server, shell } = await openVersions({
      [RESTORE]: ({ params }: { params: Record<string, string> }) =>
        answer(
          params['version'] === 'v2'
            ? { version: 10, changed: 2, replaced: 'v3' }
            : { version: 11, changed: 2 },
        ),
    });
    await dialog.findByText('Added');
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const toast = shell.toasts.at(-1);
    expect(toast?.message).toMatch(/^Restored. 2 passages changed/);
    toast?.action?.run();
    await waitFor(() =>
      expect(server.callsTo(RESTORE).map(({ params }) => params['version'])).toEqual(['v2', 'v3']),
    );
    await waitFor(() =>
      expect(shell.toasts.at(-1)?.message).toContain('has its previous text again'),
    );
  });

  it('say why one could not be restored, and stay', async () => {
    const { dialog, user } = await openVersions({
      [RESTORE]: () => refuse(404, 'This version is no longer kept.'),
    });
    await dialog.findByText('Added');
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
    expect(await dialog.findByText('This version is no longer kept.')).toBeTruthy();
  });
});

describe('what links here', () => {
  const links = 'GET /api/documents/:id/backlinks/';
  it('lists passages by their documents, each with its way there', async () => {
    await showViewer({
      list: [map],
      answers: {
        [links]: () =>
          answer({
            backlinks: [
              { document: 'D1', title: 'Session 12', passage: 'P1', text: 'They found the map.' },
              { document: 'D1', title: 'Session 12', passage: 'P2', text: 'It was wet.' },
              { document: 'D2', title: 'Rumours', passage: 'P3', text: 'A map is missing.' },
            ],
            more: true,
          }),
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Links to this document' }));
    expect(section.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Session 12',
      'They found the map.',
      'It was wet.',
      'Rumours',
      'A map is missing.',
    ]);
    expect(section.getByRole('link', { name: 'It was wet.' }).getAttribute('href')).toMatch(
      /library\/D1#p-P2$/,
    );
    expect(section.getByText('More links exist than are listed here.')).toBeTruthy();
  });

  it('are requested as the impersonated player, and hidden without links', async () => {
    const { server } = await showViewer({
      list: [{ ...map, tags: [], pinned: false }],
      query: '?as=party',
      answers: { [links]: () => answer({ backlinks: [], more: false }) },
    });
    await waitFor(() => expect(server.callsTo(links)).toHaveLength(1));
    expect(server.callsTo(links)[0]?.viewAs).toBe('party');
    expect(screen.queryByText('Links to this document')).toBeNull();
  });
});

it('lists the original of a note that was a file, and restores it', async () => {
  const original = {
    id: 'original',
    original_filename: 'Mill.docx',
    content_type: 'application/msword',
    size: 2048,
    replaced_at: '2026-11-22T20:00:00.000Z',
    is_original: true,
  };
  const RESTORE_FILE = 'POST /api/documents/:id/versions/:version/restore/';
  const { dialog, user, server, shell } = await openVersions({
    'GET /api/documents/:id/versions/': () => answer([original]),
    [RESTORE_FILE]: () => answer({ ...note, kind: 'file', original_filename: 'Mill.docx' }),
  });
  const section = within(await dialog.findByRole('region', { name: 'Original file' }));
  expect(section.getByText('2 KB')).toBeTruthy();
  await user.click(section.getByRole('button', { name: /^Restore Mill.docx/ }));
  expect(server.callsTo(RESTORE_FILE)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Make it a file' }));
  await waitFor(() => expect(shell.toasts[0]?.message).toBe('Mill.docx is a file again.'));
  expect(server.callsTo(RESTORE_FILE)).toHaveLength(1);
});
