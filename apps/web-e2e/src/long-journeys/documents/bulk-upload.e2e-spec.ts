import type { CDPSession, Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { callApi, logOut, newUser, userId, type Tab } from '../../product/person';

interface SmallFile {
  name: string;
  type: string;
  kilobytes: number;
}

/** Twelve files of eight kinds; one is large enough to be caught on its way. */
const HANDOUTS: readonly SmallFile[] = [
  { name: 'Atlas of the coast.pdf', type: 'application/pdf', kilobytes: 4000 },
  { name: 'Keep.png', type: 'image/png', kilobytes: 40 },
  ...['The mill.md', 'The ferry.md'].map((name) => ({ name, type: 'text/markdown', kilobytes: 3 })),
  ...['Rumours.txt', 'Prices.txt'].map((name) => ({ name, type: 'text/plain', kilobytes: 3 })),
  { name: 'Harbour.png', type: 'image/png', kilobytes: 40 },
  { name: 'Portrait.jpg', type: 'image/jpeg', kilobytes: 40 },
  { name: 'Tavern.mp3', type: 'audio/mpeg', kilobytes: 40 },
  { name: 'Storm.mp4', type: 'video/mp4', kilobytes: 40 },
  {
    name: 'Letter.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    kilobytes: 20,
  },
  { name: 'Old letter.txt', type: 'text/plain', kilobytes: 3 },
];

/** Lets files hang over the page as a hand would, and lets them go unless told otherwise. */
async function dropFiles(page: Page, files: readonly SmallFile[], letGo = true): Promise<void> {
  await page.evaluate(
    ([files, letGo]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, kilobytes } of files) {
        const content = `${name}\n`.repeat(Math.ceil((kilobytes * 1024) / (name.length + 1)));
        dataTransfer.items.add(new File([content], name, { type }));
      }
      const tell = (what: string) =>
        document.body.dispatchEvent(
          new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true }),
        );
      tell('dragenter');
      tell('dragover');
      if (letGo) tell('drop');
    },
    [files, letGo] as const,
  );
}

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const rowOf = (page: Page, name: string) =>
  tray(page).getByRole('listitem').filter({ hasText: name });
const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });

describe('many files at once', () => {
  let gm: Tab;
  let player: Tab;
  let campaign: string;
  let other: string;
  let line: CDPSession;

  /** A line of a train, or the one there is. */
  const slowDown = (isSlow: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: isSlow ? 150 * 1024 : -1,
    });
  const namesOf = async (tab: Tab) => {
    const list = await callApi(tab, 'GET', `/api/documents/?campaign=${campaign}`);
    return (list.body as { original_filename: string; is_spoilers: boolean }[]).map(
      ({ original_filename, is_spoilers }) => `${original_filename} ${is_spoilers}`,
    );
  };

  beforeAll(async () => {
    [gm, player] = await Promise.all([newUser('Mara', 'Venn'), newUser('Tobin', 'Ash')]);
    campaign = await newCampaign(gm, 'The Salt Road', await userId(player));
    other = await newCampaign(gm, 'The Long Tide');
    line = await gm.context.newCDPSession(gm.page);
    await line.send('Network.enable');
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('shows the effect of dragged files before the drop', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await documents(page).getByRole('button', { name: 'Choose files…' }).waitFor();
    await dropFiles(page, HANDOUTS, false);
    await page.getByText('Drop to upload').waitFor();
    await picture(page, 'many files over the page');
    await page.getByText('Drop to upload').waitFor({ state: 'detached' });
  });

  it('takes twelve of eight kinds with one drag, while one moves on; one is cancelled, one fails and is tried again', async () => {
    const { page } = gm;
    await page.route('**/api/documents/presign/', async (route) => {
      const { file_name } = route.request().postDataJSON() as { file_name: string };
      if (file_name !== 'Keep.png') return route.fallback();
      const problem = { status: 500, code: 'test.refused', detail: 'The harbour is closed.' };
      return route.fulfill({ status: 500, json: { ...problem, correlation_id: 'some-id' } });
    });
    await slowDown(true);
    await dropFiles(page, HANDOUTS);
    await tray(page).getByText('of 12 files done').waitFor();
    await rowOf(page, 'Keep.png').getByText('The harbour is closed.').waitFor();
    await picture(page, 'many files under way');
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'My Campaigns' }).click();
    await page.getByRole('link', { name: /The Long Tide/ }).click();
    await page.waitForURL(`**/campaigns/${other}`);
    await rowOf(page, 'Atlas of the coast.pdf').getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, 'Atlas of the coast.pdf').getByText('Cancelled').waitFor();
    await slowDown(false);
    await page.unroute('**/api/documents/presign/');
    await rowOf(page, 'Keep.png').getByRole('button', { name: 'Try again' }).click();
    await tray(page).getByText('11 files uploaded').waitFor();
    expect(await documents(page).getByText('The mill.md').count()).toBe(0);

    const others = HANDOUTS.filter(({ kilobytes }) => kilobytes < 1000);
    expect((await namesOf(gm)).sort()).toEqual(others.map(({ name }) => `${name} true`).sort());
    expect(await namesOf(player)).toEqual([]);
    await picture(page, 'many files uploaded');
    await tray(page).getByRole('button', { name: 'Dismiss' }).click();
    await tray(page).waitFor({ state: 'detached' });
  });

  it('waits while offline, continues afterwards, and can be undone', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await documents(page).getByText('The mill.md').waitFor();
    await gm.context.setOffline(true);
    await dropFiles(page, [{ name: 'Tide table.txt', type: 'text/plain', kilobytes: 3 }]);
    await rowOf(page, 'Tide table.txt').getByText('You are offline.').waitFor();
    await gm.context.setOffline(false);
    await tray(page).getByText('1 file uploaded').waitFor();
    await documents(page).getByText('Tide table.txt').waitFor();
    await page.getByText('Tide table.txt was uploaded as Spoilers.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await documents(page).getByText('Tide table.txt').waitFor({ state: 'detached' });
    expect(await namesOf(gm)).not.toContain('Tide table.txt true');
  });

  it('lists unfinished uploads after the page was closed, until dismissed', async () => {
    await slowDown(true);
    await dropFiles(gm.page, HANDOUTS.slice(0, 1));
    await rowOf(gm.page, 'Atlas of the coast.pdf').getByText(/%/).waitFor();
    // Simulates a browser crash: no beforeunload event.
    await gm.page.close();
    gm.page = await gm.context.newPage();
    await gm.page.goto(`/campaigns/${campaign}`);
    await tray(gm.page)
      .getByText(/1 file had not been uploaded: Atlas of the coast.pdf/)
      .waitFor();
    await picture(gm.page, 'many files not finished');
    await tray(gm.page).getByRole('button', { name: 'Dismiss' }).click();
    await gm.page.reload();
    await documents(gm.page).getByText('The mill.md').waitFor();
    expect(await tray(gm.page).count()).toBe(0);
  });

  it('leaves nothing to see for another person on the same browser', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await documents(page).getByRole('button', { name: 'Choose files…' }).waitFor();
    line = await gm.context.newCDPSession(page);
    await line.send('Network.enable');
    await slowDown(true);
    await dropFiles(page, HANDOUTS.slice(0, 1));
    await rowOf(page, 'Atlas of the coast.pdf').getByText(/%/).waitFor();
    await logOut(page);
    await page.getByText('1 file not uploaded yet.').waitFor();
    await slowDown(false);
    expect(await page.getByText('Atlas of the coast.pdf').count()).toBe(0);

    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.getByLabel('Email').fill(player.person.email);
    await page.getByLabel('Password', { exact: true }).fill(player.person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('link', { name: /The Salt Road/ }).click();
    // The panel is below the player's overview, and loads once it is in view.
    await documents(page).scrollIntoViewIfNeeded();
    await documents(page).getByText('No documents yet.').waitFor();
    expect(await tray(page).count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(`${kept}${await page.content()}`).not.toContain('Atlas');
  });
});
