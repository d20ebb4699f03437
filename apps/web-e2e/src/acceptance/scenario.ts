import type { Page, Route } from 'playwright-core';
import { browser, closeBrowser } from '../product/browser';
import { newUser, type Tab } from '../product/person';
import { shared } from '../product/shared-product';
import { newCampaign, uploadFile } from '../product/campaign';

/** How the browser's edge answers in the server's place. */
export type Answer = 'cut' | { status: number; body?: unknown };

/** Shared fixtures of a group of rows: an owner with a campaign and a document, and a visitor. */
export interface Scenario {
  owner: Tab;
  visitor: Page;
  campaign: string;
  close(): Promise<void>;
}

export async function openScenario(): Promise<Scenario> {
  const owner = await newUser('Accie', 'Row');
  const campaign = await newCampaign(owner, 'Row by Row');
  const handout = { campaign, name: 'handout.txt', content: 'The door is painted on.' };
  await uploadFile(owner, handout);
  const context = await (await browser()).newContext({ baseURL: shared.url });
  const visitor = await context.newPage();
  for (const page of [owner.page, visitor]) page.setDefaultTimeout(60_000);
  return {
    owner,
    visitor,
    campaign,
    async close() {
      await context.close();
      await owner.context.close();
      await closeBrowser();
    },
  };
}

/** Answers one call of the page at the browser's edge, all others go through. */
export async function answerAt(page: Page, call: string, answer: Answer): Promise<void> {
  const [method, path] = call.split(' ');
  await page.route(
    (url) => url.pathname === path,
    async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      if (answer === 'cut') return route.abort('connectionfailed');
      return route.fulfill({
        status: answer.status,
        contentType: 'application/json',
        body: JSON.stringify(answer.body ?? {}),
      });
    },
  );
}

/** Takes all faked answers back. */
export const unfake = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });
