import { act, screen } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, DOCUMENT, hit, openSearch, OTHER, PASSAGE } from '../../../testing/show-search';

const DRAFTS = 'POST /api/search/drafts/';
const sentence = (text: string) => ({
  text,
  citations: [{ document: DOCUMENT, passage: PASSAGE, start: 0, end: 4 }],
});
const drafted = (kind: string, ...drafts: string[]) => ({
  kind,
  drafts: drafts.map((text) => ({ parts: [sentence(text)] })),
  passages: [hit()],
  written_by: 'quill-7b',
  read: { passages: 3, of: 3 },
});
const stateWith = (answers: object) => () =>
  answer({ is_ready: true, mode: 'lexical', answers: { written_by: 'quill-7b', ...answers } });

function open({ answers = {}, role }: { answers?: object; role?: string } = {}) {
  const opened = openSearch({ path: `/campaigns/${CAMPAIGN}/ask`, ...(role && { role }) });
  opened.server
    .on('GET /api/search/state/', stateWith({ drafts: ['summary', 'hooks'], ...answers }))
    .on('GET /api/documents/', () => answer([{ id: DOCUMENT, original_filename: 'Krezk.md' }]));
  opened.showPage('ask');
  return opened;
}

describe('drafts', () => {
  it('are hooks that GMs save as plain-text notes or discard', async () => {
    const { server, user } = open();
    const text = 'The [smith](https://evil.example) digs.\n> [!note]';
    server.on(DRAFTS, () => answer(drafted('hooks', text, 'The bell rings.')));
    server.on('POST /api/documents/notes/', () => answer({ id: OTHER }, 201));
    await user.click(await screen.findByRole('button', { name: 'Three story hooks' }));
    const first = await screen.findByRole('article', { name: 'Hook 1' });
    expect(first.querySelector('a')?.getAttribute('href')).toBe(
      `/campaigns/${CAMPAIGN}/library/${DOCUMENT}?quote=0-4#p-${PASSAGE}`,
    );
    await user.click(screen.getAllByRole('button', { name: 'Discard' })[1]!);
    expect(screen.queryByText('The bell rings.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Drafts' }));
    await user.click(screen.getByRole('button', { name: 'Save as note' }));
    await screen.findByText(/Saved for GMs only/);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Hook 1' }));
    const [saved] = server.callsTo('POST /api/documents/notes/').map(({ body }) => body);
    expect(saved).toEqual({
      ...{ campaign: CAMPAIGN, title: 'Hook 1', is_spoilers: true },
      idempotency_key: expect.any(String),
      markdown: [
        String.raw`The \[smith\]\(https\:\/\/evil\.example\) digs\. \> \[\!note\]`,
        `From [Krezk](#d-${DOCUMENT}).`,
      ].join('\n\n'),
    });
    expect(server.callsTo(DRAFTS).map(({ body }) => body)).toEqual([
      { campaign: CAMPAIGN, kind: 'hooks' },
    ]);
  });

  it('summarize a document for players, and are hidden after changes', async () => {
    const { server, user, shell } = open({ role: 'player', answers: { drafts: ['summary'] } });
    server.on(DRAFTS, () => answer(drafted('summary', 'A village in the fog.')));
    await user.selectOptions(await screen.findByLabelText('Document'), 'Krezk.md');
    expect(screen.queryByRole('button', { name: 'Three story hooks' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Summarize' }));
    await screen.findByRole('article', { name: 'Summary of Krezk.md' });
    expect(screen.queryByRole('button', { name: 'Save as note' })).toBeNull();
    act(() => shell.hints.give({ kind: 'documents', campaign: CAMPAIGN, id: DOCUMENT }));
    await screen.findByText(/have changed/);
    expect(screen.queryByText('A village in the fog.')).toBeNull();
  });

  it('show the cause of an error', async () => {
    const { server, user } = open();
    server.on(DRAFTS, () => refuse(429, 'Asked too often. Try again in 20 min.'));
    await user.click(await screen.findByRole('button', { name: 'Three story hooks' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Asked too often.');
  });

  it('are not offered without a model', async () => {
    const { server, showPage } = openSearch({ path: `/campaigns/${CAMPAIGN}/ask` });
    showPage('ask');
    await screen.findByText(/Answers quote your campaign/);
    expect(screen.queryByText('Drafts')).toBeNull();
    expect(screen.queryByLabelText('Language model')).toBeNull();
    expect(server.callsTo('GET /api/documents/')).toEqual([]);
  });
});
