import type { Locator, Page } from 'playwright-core';
import { eventually } from '@tomekeeper/testing';
import { callApi, type Tab } from './person';

/** @param players ids of its players @returns its id */
export async function newCampaign(gm: Tab, title: string, ...players: string[]): Promise<string> {
  const body = { title, game_system: 'GURPS', players };
  const created = await callApi(gm, 'POST', '/api/campaigns/', body);
  return (created.body as { id: string }).id;
}

/** Scrolls to the documents panel of a campaign's page, which loads its list. @returns the panel */
export async function openDocuments(page: Page): Promise<Locator> {
  const panel = page.getByRole('region', { name: 'Documents' });
  await panel.scrollIntoViewIfNeeded();
  return panel;
}

/** Chooses a text file in the upload dialog of a campaign's page. @returns the dialog */
export async function chooseUpload(
  page: Page,
  name: string,
  content: string | Buffer,
): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  const buffer = Buffer.from(content);
  await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer });
  return dialog;
}

export const sendUpload = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Upload', exact: true }).click();

export interface UploadedFile {
  campaign: string;
  name: string;
  content: string | Buffer;
  /** `text/plain` unless given. */
  type?: string;
  spoiler?: boolean;
  /** The document whose file it is to replace. */
  replaces?: string;
}

interface Presigned {
  upload_url: string;
  key: string;
  headers: Record<string, string>;
}

/** Brings a file into the store and leaves it there, as a dialog that is closed too early. @returns its key */
export async function beginUpload(gm: Tab, file: UploadedFile): Promise<string> {
  const presigned = await callApi(gm, 'POST', '/api/documents/presign/', {
    campaign: file.campaign,
    file_name: file.name,
    content_type: file.type ?? 'text/plain',
    is_spoilers: file.spoiler ?? false,
    replaces: file.replaces,
  });
  const { upload_url, key, headers } = presigned.body as Presigned;
  await gm.page.evaluate(
    async ([url, headers, base64]) => {
      const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const answer = await fetch(url, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`PUT ${answer.status}`);
    },
    [upload_url, headers, Buffer.from(file.content).toString('base64')] as const,
  );
  return key;
}

interface Uploaded {
  id: string;
  s3_key: string;
  file_withheld?: true;
  text_state?: string;
}

/**
 * Uploads a file as the product's own client does, and waits until players get it where its text is checked for secrets first.
 * @returns the document
 */
export async function uploadFile(
  gm: Tab,
  file: UploadedFile,
): Promise<{ id: string; s3_key: string }> {
  const answer = await callApi(gm, 'POST', '/api/documents/finalize/', {
    campaign: file.campaign,
    s3_key: await beginUpload(gm, file),
    is_spoilers: file.spoiler ?? false,
    original_filename: file.name,
  });
  const document = answer.body as Uploaded;
  if (document.file_withheld)
    await eventually(async () => {
      const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${file.campaign}`);
      const now = (body as Uploaded[]).find(({ id }) => id === document.id);
      expect(now?.text_state).not.toMatch(/^(waiting|reading)$/);
      return true;
    });
  return document;
}
