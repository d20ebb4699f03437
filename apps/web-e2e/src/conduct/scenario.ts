import type { Locator, Page } from 'playwright-core';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import { newUser, userId, type Tab } from '../product/person';

/** The owner of a campaign with more documents than a handful, and one of its players. */
export interface Scenario {
  owner: Tab;
  player: Tab;
  playerId: string;
  campaign: string;
  close(): Promise<void>;
}

export const TITLE = 'The Salt Road';
export const SECRET = 'The miller did it.txt';
/** In upload order, newest last. */
const DOCUMENTS = ['Map.txt', 'Letter.txt', 'Rumours.txt', 'Calendar.txt', 'Songs.txt', 'Inn.txt'];

export async function openScenario(): Promise<Scenario> {
  const viewport = { width: 1280, height: 600 };
  const owner = await newUser('Cora', 'Duct', viewport);
  const player = await newUser('Tobin', 'Ash', viewport);
  const playerId = await userId(player);
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await newCampaign(owner, `Tale ${number}`);
  const campaign = await newCampaign(owner, TITLE, playerId);
  for (const name of DOCUMENTS) await uploadFile(owner, { campaign, name, content: name });
  await uploadFile(owner, { campaign, name: SECRET, content: 'With the flail.', spoiler: true });
  return {
    owner,
    player,
    playerId,
    campaign,
    async close() {
      await owner.context.close();
      await player.context.close();
      await closeBrowser();
    },
  };
}

/** A campaign's page with its documents in sight. */
export async function openCampaign(page: Page, id: string, document = 'Map.txt'): Promise<Locator> {
  await page.goto(`/campaigns/${id}`);
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.scrollIntoViewIfNeeded();
  await documents.getByText(document).waitFor();
  return documents;
}

export const row = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** Waits until the page's heading has both its words and the focus. */
export const headingInFocus = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction(
    (words) =>
      document.activeElement?.tagName === 'H1' && document.activeElement.textContent === words,
    words,
  );

/** Follows a link as a press does, without scrolling to it first. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click(), path);

export interface HeldCall {
  /** Number of calls. */
  count(): number;
  /** Lets it, and all later ones, go through. */
  release(): void;
}

/** Keeps calls from the server until they are released: a network as slow as the test likes. */
export async function hold(page: Page, call: string, operation = ''): Promise<HeldCall> {
  const [method, path] = call.split(' ');
  let calls = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const request = route.request();
      const wanted = request.method() === method && target(request.headers()).includes(operation);
      if (!wanted) return route.fallback();
      calls += 1;
      await released;
      return route.continue();
    },
  );
  return { count: () => calls, release };
}

/** Operation of a user pool call; empty for other calls. */
const target = (headers: Record<string, string>) => headers['x-amz-target'] ?? '';
