import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  fillIn,
  held,
  noContent,
  refuse,
  refuseSilently,
} from '@tomekeeper/remote-kit/testing';
import { fakeStorage } from '@tomekeeper/remote-kit/testing';
import { campaignId, documents, map, rows, showDocuments } from '../../../testing/show-panel';
import { answerDocuments } from '../../../testing/answer-documents';

const PRESIGN = 'POST /api/documents/presign/';
const FINALIZE = 'POST /api/documents/finalize/';
const KEY = 'campaigns/strahd/42';
const target = {
  upload_url: 'http://storage.test/bucket/42?signed',
  key: KEY,
  headers: { 'Content-Type': 'application/pdf', 'Content-Length': '5' },
};
const handout = new File(['hello'], 'Handout.pdf', { type: 'application/pdf' });
const stored = { ...map, id: 'new', original_filename: 'Handout.pdf', s3_key: KEY };

const puts = fakeStorage();

async function openDialog(options: Parameters<typeof showDocuments>[0] = {}) {
  const panel = await showDocuments(options);
  panel.server.on(PRESIGN, () => answer(target)).on(FINALIZE, () => answer(stored, 201));
  await panel.user.click(screen.getByRole('button', { name: 'Upload Document' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Document' }));
  return {
    ...panel,
    dialog,
    choose: (file: File) => panel.user.upload(dialog.getByLabelText('File'), file),
    press: () => panel.user.click(dialog.getByRole('button', { name: 'Upload' })),
    /** The PUT, once started. */
    async put() {
      await waitFor(() => expect(puts).toHaveLength(1));
      const [put] = puts;
      if (!put) throw new Error('Nothing was sent.');
      return put;
    },
  };
}

describe('uploading a document', () => {
  it('names the audience of the file, and offers Hide after the upload', async () => {
    const { dialog, user, choose, press, put, server, shell } = await openDialog();
    const spoilers = dialog.getByLabelText<HTMLInputElement>('Contains spoilers');
    expect(spoilers.checked).toBe(false);
    expect(dialog.getByText('Players see this file at once.')).toBeTruthy();
    await user.click(spoilers);
    expect(dialog.queryByText('Players see this file at once.')).toBeNull();
    await user.click(spoilers);
    await choose(handout);
    await press();
    await (await put()).answer(200);
    await waitFor(() => expect(shell.toasts[0]?.action?.label).toBe('Hide'));
    const UPDATE = 'PATCH /api/documents/:id/';
    server.on(UPDATE, () => answer({ ...stored, is_spoilers: true }));
    await act(async () => shell.toasts[0]?.action?.run());
    expect(server.callsTo(UPDATE)[0]?.body).toEqual({ is_spoilers: true });
    await waitFor(() =>
      expect(shell.toasts[1]?.message).toBe('Handout is hidden from the players.'),
    );
  });

  it("asks for a file first: 'Choose a file first.'", async () => {
    const { dialog, press, server } = await openDialog();
    await press();
    expect(dialog.getByText('Choose a file first.')).toBeTruthy();
    expect(server.callsTo(PRESIGN)).toEqual([]);
  });

  it('asks where to, sends the file there without a credential, and puts it first in the list: "choose file → request presign → direct PUT of the file to the returned upload_url", "→ finalize → the new document is placed first in the list and the modal closes"', async () => {
    const { dialog, user, choose, press, put, server, shell } = await openDialog();
    await choose(handout);
    await user.click(dialog.getByLabelText('Contains spoilers'));
    await press();

    const sending = await put();
    expect(server.callsTo(PRESIGN)[0]?.body).toEqual({
      campaign: campaignId,
      file_name: 'Handout.pdf',
      content_type: 'application/pdf',
      is_spoilers: true,
      size: 5,
    });
    expect(sending).toMatchObject({
      method: 'PUT',
      url: target.upload_url,
      withCredentials: false,
      headers: { 'Content-Type': 'application/pdf' },
    });
    expect(Object.keys(sending.headers)).toEqual(['Content-Type']);
    expect(sending.sent).toBe(handout);
    expect(server.callsTo(FINALIZE)).toEqual([]);

    await sending.answer(200);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(FINALIZE)[0]?.body).toEqual({
      campaign: campaignId,
      s3_key: KEY,
      is_spoilers: true,
      original_filename: 'Handout.pdf',
      change: expect.any(String),
    });
    expect(rows()[0]).toContain('Handout.pdf');
    expect(rows()).toHaveLength(3);
    expect(shell.toasts.map(({ message }) => message)).toEqual([
      'Handout.pdf was uploaded. Your players see it.',
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload Document' })),
    );
  });

  it('does not load the list again for its own upload, but for every other change', async () => {
    const { choose, press, put, server, shell } = await openDialog();
    const LIST = 'GET /api/documents/';
    const other = await showDocuments();
    await choose(handout);
    await press();
    await (await put()).answer(200);
    await waitFor(() => expect(rows()[0]).toContain('Handout.pdf'));
    const { change } = Object(server.callsTo(FINALIZE)[0]?.body);
    const hint = { kind: 'documents', campaign: campaignId, id: 'new', change };
    await act(async () => [shell, other.shell].forEach(({ hints }) => hints.give(hint)));
    await waitFor(() => expect(other.server.callsTo(LIST)).toHaveLength(2));
    expect(server.callsTo(LIST)).toHaveLength(1);
    // Text extraction of the same document completed.
    await act(async () => shell.hints.give({ kind: 'documents', campaign: campaignId, id: 'new' }));
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(2));
  });

  it('loads the list again that was loading for a change by others', async () => {
    const { choose, press, put, server, shell } = await openDialog();
    const LIST = 'GET /api/documents/';
    await choose(handout);
    await press();
    const sending = await put();
    const loading = held();
    server.on(LIST, () => loading.promise);
    await act(async () => shell.hints.give({ kind: 'documents', campaign: campaignId, id: 'x' }));
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(2));
    server.on(LIST, () => answer([stored, map]));
    await sending.answer(200);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(server.callsTo(LIST)).toHaveLength(3);
    loading.release(answer([]));
  });

  it('says that a file is checked for secrets first, and then how much of it is secret', async () => {
    const { choose, press, put, shell, server } = await openDialog();
    const onHold = { ...stored, file_withheld: true as const, text_state: 'waiting' };
    server.on(FINALIZE, () => answer(onHold, 201));
    await choose(handout);
    await press();
    await (await put()).answer(200);
    await waitFor(() => expect(shell.toasts).toHaveLength(1));
    expect(shell.toasts[0]?.message).toBe(
      'Handout.pdf was uploaded. Your players see it once its text is checked for secrets.',
    );
    await waitFor(() => expect(rows()[0]).toContain('Players do not get it yet'));
    const audiences = { gm: 1, party: 1, players: 0 };
    server.on(
      'GET /api/documents/',
      answerDocuments([{ ...onHold, text_state: 'ready', audiences }]),
    );
    act(() => shell.hints.give({ kind: 'documents', campaign: campaignId, id: 'new' }));
    await waitFor(() => expect(shell.toasts).toHaveLength(2));
    expect(shell.toasts[1]?.message).toBe(
      'One passage of Handout.pdf is secret. Your players read the rest and do not get the file.',
    );
  });

  it('is undone from the message where players do not see it: the document goes into the trash', async () => {
    const { dialog, user, choose, press, put, shell, server } = await openDialog();
    server.on(FINALIZE, () => answer({ ...stored, is_spoilers: true }, 201));
    await choose(handout);
    await user.click(dialog.getByLabelText('Contains spoilers'));
    await press();
    await (await put()).answer(200);
    await waitFor(() => expect(rows()).toHaveLength(3));
    server.on('DELETE /api/documents/:id/', noContent);
    act(() => shell.toasts[0]?.action?.run());
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(shell.toasts[1]?.message).toBe('Handout is in the trash.');
  });

  it('shows how far it is in whole percents, and can not be cancelled meanwhile: "Upload progress", "a rounded progress percent"', async () => {
    const { dialog, user, choose, press, put, shell } = await openDialog();
    await choose(handout);
    await press();
    const sending = await put();
    const bar = dialog.getByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toBe('Starting…');
    await sending.progress(1, 3);
    expect(bar.getAttribute('aria-valuetext')).toBe('33%');
    await sending.progress(2, 3);
    expect(dialog.getByText('67%')).toBeTruthy();

    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'Uploading…' }));
    expect(puts).toHaveLength(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
    await sending.answer(204);
    await waitFor(() => expect(shell.routing.asksBeforeLeaving()).toBe(false));
  });

  it('sends a file of unknown type as bytes: "Content type defaults to application/octet-stream."', async () => {
    const { choose, press, put, server } = await openDialog();
    await choose(new File(['x'], 'notes'));
    await press();
    await put();
    expect(server.callsTo(PRESIGN)[0]?.body).toMatchObject({
      content_type: 'application/octet-stream',
    });
  });

  it('refuses a file above the limit before anything is sent, where product.md says "File size and type limits: not shown."', async () => {
    const limits = { max_upload_mb: 1 };
    const { dialog, choose, press, server } = await openDialog({ config: { limits } });
    await choose(new File([new Uint8Array(1024 * 1024 + 1)], 'Big.pdf'));
    expect(
      dialog.getByText('This file has a little more than 1 MB. At most 1 MB can be uploaded.'),
    ).toBeTruthy();
    // The same size next to the file name and in the message.
    await choose(new File([new Uint8Array(1.3 * 1024 * 1024)], 'Big.pdf'));
    expect(dialog.getByText('This file has 1.3 MB. At most 1 MB can be uploaded.')).toBeTruthy();
    expect(dialog.getByText('1.3 MB')).toBeTruthy();
    await press();
    expect(server.callsTo(PRESIGN)).toEqual([]);
  });

  it.each([
    [200, null],
    [299, null],
    [300, 'Storage upload failed (300)'],
    [403, 'Storage upload failed (403)'],
    [0, 'Storage upload failed (0)'],
  ])(
    'takes %i from the store for %s: "The PUT counts as successful only for status 200–299."',
    async (status, message) => {
      const { choose, press, put, server } = await openDialog();
      await choose(handout);
      await press();
      await (await put()).answer(status);
      if (message) {
        expect(await within(await screen.findByRole('alert')).findByText(message)).toBeTruthy();
        expect(server.callsTo(FINALIZE)).toEqual([]);
      } else {
        await waitFor(() => expect(server.callsTo(FINALIZE)).toHaveLength(1));
      }
    },
  );

  it('says that the line to the store broke, and can be tried again: "detail, or the error message"', async () => {
    const { choose, press, put } = await openDialog();
    await choose(handout);
    await press();
    await (await put()).breakOff();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Storage upload failed (network error)')).toBeTruthy();
    expect(within(alert).getByText('Nothing was uploaded. Please try again.')).toBeTruthy();
    await press();
    await waitFor(() => expect(puts).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
    await puts[1]?.answer(200);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['no upload_url', { key: KEY, headers: {} }],
    ['no key', { upload_url: target.upload_url }],
    ['an empty key', { ...target, key: '' }],
    ['nothing', null],
  ])(
    "Fails with 'Failed to get upload URL' if the presign response lacks upload_url or key: it has %s",
    async (_, body) => {
      const { choose, press, server } = await openDialog();
      server.on(PRESIGN, () => answer(body));
      await choose(handout);
      await press();
      expect(
        within(await screen.findByRole('alert')).getByText('Failed to get upload URL'),
      ).toBeTruthy();
      expect(puts).toHaveLength(0);
    },
  );

  it.each([
    ['the detail of the server', () => refuse(413, 'At most 200 MB.'), 'At most 200 MB.'],
    ["else 'Upload failed'", () => refuseSilently(500), 'Upload failed'],
  ])('says %s when it is refused', async (_, refusal, text) => {
    const { choose, press, put, server } = await openDialog();
    server.on(FINALIZE, refusal);
    await choose(handout);
    await press();
    await (await put()).answer(200);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('starts empty the next time', async () => {
    const { user, dialog, choose, press, put } = await openDialog();
    await choose(handout);
    await user.click(dialog.getByLabelText('Contains spoilers'));
    await press();
    await (await put()).breakOff();
    await screen.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Upload Document' }));
    const again = within(screen.getByRole('dialog'));
    expect(again.queryByRole('alert')).toBeNull();
    expect(again.getByLabelText<HTMLInputElement>('Contains spoilers').checked).toBe(false);
    expect(again.queryByText('Handout.pdf')).toBeNull();
  });

  it('shows the new document even with an active search', async () => {
    const { user, server } = await showDocuments({ list: documents(9) });
    const later = held();
    server.on(PRESIGN, () => later.promise).on(FINALIZE, () => answer(stored));
    await fillIn(user, screen.getByLabelText('Filter by name'), 'page 9');
    await user.click(screen.getByRole('button', { name: 'Upload Document' }));
    await user.upload(screen.getByLabelText('File'), handout);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await act(async () => later.release(answer(target)));
    await waitFor(() => expect(puts).toHaveLength(1));
    await puts[0]?.answer(200);
    await waitFor(() => expect(rows()[0]).toContain('Handout.pdf'));
    expect(rows()).toHaveLength(10);
  });
});
