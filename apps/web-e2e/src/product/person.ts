import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { codeIn } from '@tomekeeper/testing';
import { sessionOf } from './account';
import { browser } from './browser';
import { shared } from './shared-product';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Person with a unique e-mail address. */
export function newPerson(firstName: string, lastName: string): Person {
  return {
    firstName,
    lastName,
    email: `${firstName}.${randomBytes(4).toString('hex')}@example.org`.toLowerCase(),
    password: `Quill-${randomBytes(6).toString('hex')}9A`,
  };
}

/** A person with a tab in a separate browser context. */
export interface Tab {
  person: Person;
  context: BrowserContext;
  page: Page;
}

/**
 * Opens a browser for a person. `viewport` defaults to a desktop's; `stored` is the initial local
 * storage.
 */
export async function openTab(
  person: Person,
  viewport = { width: 1280, height: 900 },
  stored: Record<string, string> = {},
): Promise<Tab> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await (
    await browser()
  ).newContext({
    viewport,
    baseURL: shared.url,
    storageState: { cookies: [], origins: [{ origin: new URL(shared.url).origin, localStorage }] },
  });
  return { person, context, page: await context.newPage() };
}

/** Opens the sign-up page and fills it in. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await typeSignUp(page, person);
}

/** Fills in the sign-up page. */
export async function typeSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** Signs up through the screens, with the code from the mail; ends on /home. */
export async function signUp({ page, person }: Tab): Promise<void> {
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Enter the verification code we sent to your email.').waitFor();
  const mail = await shared.inbox.latest(person.email);
  await page.getByLabel('Confirmation code').fill(codeIn(mail));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/home');
}

/** Signs up and in by API, and opens /home in a separate browser context. */
export async function newUser(
  firstName: string,
  lastName: string,
  viewport?: { width: number; height: number },
): Promise<Tab> {
  const person = newPerson(firstName, lastName);
  const tab = await openTab(person, viewport, await sessionOf(person));
  await tab.page.goto('/home');
  return tab;
}

/** Sends the sign-in page with a password, right or wrong. */
export async function pressSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path = '/login',
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs in through the screen; ends where the guard wanted to go, else on /home. */
export async function signIn({ page, person }: Tab, path?: string): Promise<void> {
  await pressSignIn(page, person, path);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Chooses an item of the menu behind the avatar. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Logs out by the menu; ends on the front page. */
export async function logOut(page: Page): Promise<void> {
  await chooseInMenu(page, 'Log out');
  await page.waitForURL((url) => url.pathname === '/');
}

/** The person's own id, as /account shows it to be copied. */
export async function userId(user: Tab): Promise<string> {
  const me = await callApi(user, 'GET', '/api/me/');
  if (typeof me.body !== 'object' || me.body === null || !('id' in me.body))
    throw new Error(`no id in ${JSON.stringify(me)}`);
  return String(me.body.id);
}

/** A token as the browser keeps it. */
export async function storedToken({ page }: Tab, kind: 'idToken' | 'accessToken'): Promise<string> {
  const token = await page.evaluate((ending) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(ending));
    return key ? localStorage.getItem(key) : null;
  }, `.${kind}`);
  if (!token) throw new Error(`no session: no ${kind}`);
  return token;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** Calls the API as the person of this browser does: same origin, with the stored ID token. */
export async function callApi(
  { page }: Pick<Tab, 'page'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  return page.evaluate(
    async ([method, path, body]) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('.idToken'));
      const token = key && localStorage.getItem(key);
      const response = await fetch(String(path), {
        method: String(method),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      let parsed: unknown = text;
      try {
        parsed = JSON.parse(text);
      } catch {
        // not JSON: the text itself
      }
      return {
        status: response.status,
        body: parsed,
        headers: Object.fromEntries(response.headers),
      };
    },
    [method, path, body] as const,
  );
}
