import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth, SIZES } from '../../product/layout';
import { callApi, logOut, newUser, type Tab } from '../../product/person';

/** Two parts of 8 MiB and one of 4: the first part is 40 %. */
const BYTES = randomBytes(20 * 1024 * 1024);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const LATER_PARTS = /[?&]partNumber=[23]&/;

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const rowOf = (page: Page, name: string) =>
  tray(page).getByRole('listitem').filter({ hasText: name });

describe('an upload of a large file', () => {
  let gm: Tab;
  let campaign: string;
  let folder: string;
  const fileOf = (name: string) => path.join(folder, name);

  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-uploads-'));
    await fs.writeFile(fileOf('Atlas.bin'), BYTES);
    await fs.mkdir(fileOf('other'));
    await fs.writeFile(fileOf('other/Atlas.bin'), randomBytes(BYTES.length));
    gm = await newUser('Mara', 'Venn');
    campaign = await newCampaign(gm, 'The Salt Road');
  });
  afterAll(async () => {
    await gm?.context.close();
    await closeBrowser();
    await fs.rm(folder, { recursive: true });
  });

  const openCampaign = async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await gm.page.getByRole('button', { name: 'Choose files…' }).waitFor();
  };
  /** Uploads until the connections of all parts but the first are cut. */
  const cutAtFortyPercent = async () => {
    await gm.page.route(LATER_PARTS, (route) => route.abort('connectionreset'));
    await gm.page
      .locator('input[type="file"][multiple]:not([webkitdirectory])')
      .setInputFiles(fileOf('Atlas.bin'));
    await rowOf(gm.page, 'Atlas.bin').getByText('Paused at 40 %').waitFor();
  };
  const reload = async () => {
    await gm.page.unroute(LATER_PARTS);
    await gm.page.reload();
    await rowOf(gm.page, 'Atlas.bin').getByText('Paused at 40 %').waitFor();
  };
  const documents = async () => {
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    return body as { id: string; original_filename: string; size: number }[];
  };
  const download = async (id: string) => {
    const { body } = await callApi(gm, 'GET', `/api/documents/${id}/content/`);
    const answer = await fetch((body as { url: string }).url);
    return new Uint8Array(await answer.arrayBuffer());
  };
  /** Unfinished uploads that the browser stores. */
  const kept = () =>
    gm.page.evaluate(
      () =>
        new Promise<{ name: string; hasFile: boolean }[]>((resolve, reject) => {
          const opening = indexedDB.open('tomekeeper-uploads');
          opening.onerror = () => reject(new Error('No database.'));
          opening.onsuccess = () => {
            const asked = opening.result.transaction('uploads').objectStore('uploads').getAll();
            asked.onsuccess = () => {
              opening.result.close();
              const all = asked.result as { name: string; file?: File }[];
              resolve(all.map(({ name, file }) => ({ name, hasFile: file instanceof File })));
            };
          };
        }),
    );
  /** As a browser without room for the file. */
  const loseFile = () =>
    gm.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('tomekeeper-uploads');
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('uploads', 'readwrite');
            const store = transaction.objectStore('uploads');
            const asked = store.getAll();
            asked.onsuccess = () => {
              for (const one of asked.result as { file?: File }[]) {
                delete one.file;
                store.put(one);
              }
            };
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );

  it('cut at 40 % resumes after a reload, and the stored file has the same hash', async () => {
    const { page } = gm;
    await openCampaign();
    await cutAtFortyPercent();
    await reload();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await pageWidth(page)).toBeLessThanOrEqual(size.width);
      await picture(page, `upload paused ${size.width}`);
    }
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
    const calls: string[] = [];
    page.on('request', (request) => {
      const part = /partNumber=(\d+)/.exec(request.url())?.[1];
      if (part && request.method() === 'PUT') calls.push(part);
    });
    await rowOf(page, 'Atlas.bin').getByRole('button', { name: 'Resume: Atlas.bin' }).click();
    await tray(page).getByText('1 file uploaded').waitFor();
    expect(calls.sort()).toEqual(['2', '3']);
    const [document] = await documents();
    expect(document).toMatchObject({ original_filename: 'Atlas.bin', size: BYTES.length });
    expect(sha256(await download(document!.id))).toBe(sha256(BYTES));
    expect(await kept()).toEqual([]);
    await callApi(gm, 'DELETE', `/api/documents/${document!.id}/`);
  });

  it('waits while offline, and continues with the missing parts', async () => {
    const { page } = gm;
    await openCampaign();
    await cutAtFortyPercent();
    await gm.context.setOffline(true);
    await rowOf(page, 'Atlas.bin').getByText('You are offline.').waitFor();
    await rowOf(page, 'Atlas.bin').getByText('Paused at 40 %').waitFor();
    await page.unroute(LATER_PARTS);
    await gm.context.setOffline(false);
    await tray(page).getByText('1 file uploaded').waitFor();
    const [document] = await documents();
    expect(sha256(await download(document!.id))).toBe(sha256(BYTES));
    await callApi(gm, 'DELETE', `/api/documents/${document!.id}/`);
  });

  it('asks for the same file again if the browser has not stored it, and can be discarded', async () => {
    const { page } = gm;
    await openCampaign();
    await cutAtFortyPercent();
    await loseFile();
    await reload();
    const row = rowOf(page, 'Atlas.bin');
    const choose = row.getByLabel('File of Atlas.bin');
    await choose.setInputFiles(fileOf('other/Atlas.bin'));
    await row.getByText('The file has changed since then.').waitFor();
    await choose.setInputFiles(fileOf('Atlas.bin'));
    await tray(page).getByText('1 file uploaded').waitFor();
    const [document] = await documents();
    expect(sha256(await download(document!.id))).toBe(sha256(BYTES));
    await callApi(gm, 'DELETE', `/api/documents/${document!.id}/`);

    await openCampaign();
    await cutAtFortyPercent();
    await reload();
    await rowOf(page, 'Atlas.bin').getByRole('button', { name: 'Discard: Atlas.bin' }).click();
    await tray(page).waitFor({ state: 'detached' });
    expect(await kept()).toEqual([]);
    expect(await documents()).toEqual([]);
  });

  it('leaves no file on the device after log-out', async () => {
    const { page } = gm;
    await openCampaign();
    await cutAtFortyPercent();
    expect(await kept()).toEqual([{ name: 'Atlas.bin', hasFile: true }]);
    // This page does not load the documents remote.
    await page.goto('/account');
    await logOut(page);
    await page.waitForFunction(async () => {
      const opening = indexedDB.open('tomekeeper-uploads');
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const asked = database.transaction('uploads').objectStore('uploads').count();
      const count = await new Promise<number>((resolve) => {
        asked.onsuccess = () => resolve(asked.result);
      });
      database.close();
      return count === 0;
    });
  });
});
