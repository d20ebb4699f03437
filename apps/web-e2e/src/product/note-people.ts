import type { Page } from 'playwright-core';
import { closeBrowser } from './browser';
import { newCampaign } from './campaign';
import { callApi, newUser, userId, type Tab } from './person';

/** A passage as an editor gets it. */
interface Edited {
  id: string;
  kind: string;
  text: string;
  version: number;
  audience?: string;
  content: {
    rows?: { text: string }[][][];
    label?: string;
    image?: string;
    inlines?: { text: string; href?: string }[];
  };
}

export interface NotePeople {
  /** Who writes. */
  gm: Tab;
  /** Reader on a phone. */
  player: Tab;
  campaign: string;
  /** Of the GM, and of one test; nothing in it may throw. */
  page: Page;
}

/** Author and reader of notes in a campaign, shared by all tests of a block. */
export function notePeople(): NotePeople {
  const people = {} as NotePeople;
  const told: string[] = [];
  beforeAll(async () => {
    people.gm = await newUser('Wilma', 'Quill');
    people.player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    people.campaign = await newCampaign(people.gm, 'The Salt Road', await userId(people.player));
  });
  beforeEach(async () => {
    people.page = await people.gm.context.newPage();
    people.page.on('pageerror', ({ message }) => told.push(message));
  });
  afterEach(async () => {
    await people.gm.context.setOffline(false);
    await people.page.close();
    expect(told).toEqual([]);
  });
  afterAll(async () => {
    await people.gm?.context.close();
    await people.player?.context.close();
    await closeBrowser();
  });
  return people;
}

/** Where a note is written. */
export const textbox = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

export const isSaved = (page: Page) => page.locator('[data-state=saved]').waitFor();

export const isOffline = (page: Page) =>
  page.locator('[data-state=trouble]').getByText('Offline: kept on this device').waitFor();

/** The passages of a note as the service has them. */
export async function stored(gm: Tab, note: string): Promise<Edited[]> {
  const { body } = await callApi(gm, 'GET', `/api/documents/${note}/editing/`);
  return (body as { passages: Edited[] }).passages;
}
