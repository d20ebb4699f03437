import { newPerson, poolOf } from '../people.mjs';

/** @param {{ url: string, mailUrl: string }} product */
export async function signedUp(product) {
  const { client } = await poolOf(product);
  return newPerson(client, product);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url of the product
 * @param {{ email: string, password: string }} person
 */
export async function signInOnScreen(page, url, { email, password }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
}
