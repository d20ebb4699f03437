import type { Page } from 'playwright-core';
import { chooseUpload, sendUpload } from '../../product/campaign';
import {
  callApi,
  chooseInMenu,
  logOut,
  newPerson,
  openTab,
  signIn,
  signUp,
  type Tab,
} from '../../product/person';
import { playerAccount } from '../../product/account';
import { record, type RecordedCall } from './recorded-calls';

/** Actions of a game master, and the resulting calls. */
export interface OwnerCalls {
  gm: Tab;
  player: string;
  /** As the address bar has it after Create. */
  campaign: string;
  file: { name: string; content: string };
  calls: RecordedCall[];
}

const FILE = { name: 'The mill.txt', content: 'It burned down in the winter of 1402.\n' };

/** Sign-up, a campaign with a player and a document, a token that runs out, log-out, and in again. */
export async function recordOwnerCalls(): Promise<OwnerCalls> {
  const tobin = newPerson('Tobin', 'Ash');
  const player = await playerAccount(tobin);
  const gm = await openTab(newPerson('Mara', 'Vane'));
  const calls = await record(gm.context);
  const { page } = gm;

  await signUp(gm);
  await page.getByText("You don't have any campaigns yet.").waitFor();
  const campaign = await makeCampaign(page);
  await managePlayers(page, player);
  await uploadDocument(page);
  await callApi(gm, 'GET', '/api/documents/');
  await deleteDocument(page);
  await findCampaign(page);
  await rename(page);
  await letTokenRunOut(page);
  await logOutWhileServerFails(page);
  await signIn(gm);
  await page.getByText('The Salt Road at Night').waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return { gm, player, campaign, file: FILE, calls };
}

async function makeCampaign(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New Campaign' }).first().click();
  await page.getByLabel('Title', { exact: true }).fill(' The Salt Road ');
  await page.getByLabel('Game system').fill('GURPS');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit Campaign' }).waitFor();
  const { pathname } = new URL(page.url());
  await page.getByLabel('Title', { exact: true }).fill('The Salt Road at Night');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  return pathname.split('/').at(-1) ?? '';
}

async function managePlayers(page: Page, player: string): Promise<void> {
  const players = page.getByRole('region', { name: 'Players' });
  await players.getByLabel('Add player by user id').fill(player);
  await players.getByRole('button', { name: 'Add', exact: true }).click();
  await players.getByText('Tobin Ash').waitFor();
  await players.getByRole('button', { name: 'Remove' }).click();
  await players.getByText('No players yet.').waitFor();
}

async function uploadDocument(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Documents' }).scrollIntoViewIfNeeded();
  const dialog = await chooseUpload(page, FILE.name, FILE.content);
  await dialog.getByLabel('Contains spoilers').click();
  await sendUpload(dialog);
  await rowOf(page).getByText('Spoilers').waitFor();
}

const rowOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Documents' })
    .getByRole('listitem')
    .filter({ hasText: FILE.name });

async function deleteDocument(page: Page): Promise<void> {
  const row = rowOf(page);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await row.waitFor({ state: 'detached' });
}

async function findCampaign(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'My Campaigns' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'The Salt Road at Night' });
  await card.getByText('GURPS').waitFor();
  await card.getByText('0 player(s)').waitFor();
}

async function rename(page: Page): Promise<void> {
  await chooseInMenu(page, 'Account');
  await page.getByLabel('First name').fill('Marah');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Moves Amplify's clock two hours on: its tokens have expired, and the next call refreshes them. */
async function letTokenRunOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const drift = Object.keys(localStorage).find((key) => key.endsWith('.clockDrift'));
    if (drift) localStorage.setItem(drift, String(2 * 3600 * 1000));
  });
  await page.reload();
  await page.getByLabel('First name').waitFor();
}

/** The server's part of it fails. */
async function logOutWhileServerFails(page: Page): Promise<void> {
  const call = (url: URL) => url.pathname === '/api/logout/';
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }));
  await logOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  await page.unroute(call);
}
