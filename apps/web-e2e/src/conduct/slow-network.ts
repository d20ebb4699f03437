import type { Locator, Page } from 'playwright-core';
import { browser } from '../product/browser';
import { chooseUpload } from '../product/campaign';
import { callApi, fillSignUp, newPerson } from '../product/person';
import { shared } from '../product/shared-product';
import { hold, openCampaign, row, type Scenario, TITLE } from './scenario';

interface Sending {
  /** The delayed call, and for the user pool its operation. */
  call: string;
  operation?: string;
  /** Where Enter sends it too. */
  field?: Locator;
  button: Locator;
  /** Label of the busy button. */
  busy: string;
  /** Element shown after success. */
  done: Locator;
}

/** Submits repeatedly by mouse and keyboard on a slow network. @returns number of calls */
async function pressAgainAndAgain(page: Page, sending: Sending): Promise<number> {
  const held = await hold(page, sending.call, sending.operation);
  if (sending.field) {
    await sending.field.press('Enter');
    await sending.field.press('Enter');
  } else {
    await sending.button.dblclick();
  }
  const busy = page.getByRole('button', { name: sending.busy });
  // Forced, because people click disabled buttons as well.
  await busy.dblclick({ force: true });
  await busy.press('Enter');
  held.release();
  await sending.done.waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return held.count();
}

export function slowNetwork(scenario: () => Scenario): void {
  describe('a slow network', () => {
    it('is indicated by a loading text', async () => {
      const { page } = scenario().owner;
      const places = [
        ['/home', 'GET /api/campaigns/', 'Loading campaigns…', TITLE],
        [
          `/campaigns/${scenario().campaign}`,
          'GET /api/documents/',
          'Loading documents…',
          'Map.txt',
        ],
        ['/account', 'GET /api/me/', 'Loading your account…', 'Your name'],
      ] as const;
      for (const [path, call, words, content] of places) {
        const held = await hold(page, call);
        await page.goto(path);
        await page.getByText(words).waitFor();
        if (content === 'Map.txt')
          await page.getByRole('heading', { name: 'Documents' }).scrollIntoViewIfNeeded();
        held.release();
        await page.getByText(content).first().waitFor();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });

    it('gets one call from many presses: creating a campaign', async () => {
      const { page } = scenario().owner;
      await page.goto('/campaigns/new');
      await page.getByLabel('Title').fill('Once');
      await page.getByLabel('Game system').fill('Fate');
      const calls = await pressAgainAndAgain(page, {
        call: 'POST /api/campaigns/',
        field: page.getByLabel('Title'),
        button: page.getByRole('button', { name: 'Create', exact: true }),
        busy: 'Creating…',
        done: page.getByText('No players yet.'),
      });
      expect(calls).toBe(1);
    });

    it('gets one call from many presses: saving, adding, uploading and deleting', async () => {
      const { page } = scenario().owner;
      const one = `/api/campaigns/${scenario().campaign}/`;
      const documents = await openCampaign(page, scenario().campaign);
      const dialog = page.getByRole('dialog');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const sendings: Record<string, () => Promise<Sending>> = {
        async saving() {
          await page.getByLabel('Game system').fill('Fate');
          const done = page.getByText('Saved');
          return { call: `PATCH ${one}`, button: button('Save'), busy: 'Saving…', done };
        },
        async adding() {
          const field = page.getByLabel('Add player by user id');
          await field.fill(scenario().playerId);
          const done = page.getByText('is already in this campaign.').first();
          const call = `POST ${one}add-players/`;
          return { call, field, button: button('Add'), busy: 'Adding…', done };
        },
        async uploading() {
          await chooseUpload(page, 'Twice.txt', 'la la');
          const upload = dialog.getByRole('button', { name: 'Upload' });
          const done = documents.getByText('Twice.txt');
          return { call: 'POST /api/documents/presign/', button: upload, busy: 'Uploading…', done };
        },
        async deleting() {
          const twice = row(page, 'Twice.txt');
          const id = await idOf(scenario(), 'Twice.txt');
          await twice.getByRole('button', { name: 'Delete' }).click();
          const done = documents.getByText('Map.txt');
          const call = `DELETE /api/documents/${id}/`;
          return {
            call,
            button: dialog.getByRole('button', { name: 'OK' }),
            busy: 'Deleting…',
            done,
          };
        },
      };
      const counts: Record<string, number> = {};
      for (const [name, prepare] of Object.entries(sendings))
        counts[name] = await pressAgainAndAgain(page, await prepare());
      expect(counts).toEqual({ saving: 1, adding: 1, uploading: 1, deleting: 1 });
      await row(page, 'Twice.txt').waitFor({ state: 'detached' });
    });

    it('gets one call from many presses: saving one’s name', async () => {
      const { page } = scenario().owner;
      await page.goto('/account');
      const calls = await pressAgainAndAgain(page, {
        call: 'PATCH /api/me/',
        field: page.getByLabel('First name'),
        button: page.getByRole('button', { name: 'Save', exact: true }),
        busy: 'Saving…',
        done: page.getByText('Saved'),
      });
      expect(calls).toBe(1);
    });

    it('gets one call from many presses of a visitor: subscribing, writing, signing up and in', async () => {
      const context = await (await browser()).newContext({ baseURL: shared.url });
      const page = await context.newPage();
      const visitor = newPerson('Vera', 'Twice');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const counts: Record<string, number> = {};

      // The landing page with its form is production's.
      const config = (await (await page.request.get('/config.json')).json()) as object;
      const fake = { ...config, environment: 'production' };
      await page.route('**/config.json', (route) => route.fulfill({ json: fake }));
      await page.goto('/');
      await page.getByLabel('Email').fill(visitor.email);
      counts['subscribing'] = await pressAgainAndAgain(page, {
        call: 'POST /api/subscribe/',
        field: page.getByLabel('Email'),
        button: button('Subscribe'),
        busy: 'Sending…',
        done: page.getByText("Thanks! You'll get an email to verify your email address."),
      });

      await page.goto('/contact');
      await page.getByLabel('Email').fill(visitor.email);
      await page.getByLabel('Message', { exact: true }).fill('Twice?');
      await page.getByLabel('I am a person').click();
      await page.getByText('Thank you. The check is complete.').waitFor();
      counts['writing'] = await pressAgainAndAgain(page, {
        call: 'POST /api/contact/',
        button: button('Send'),
        busy: 'Sending…',
        done: page.getByText("Thanks for reaching out! We'll get back to you shortly."),
      });

      await fillSignUp(page, visitor);
      counts['signing up'] = await pressAgainAndAgain(page, {
        call: 'POST /idp',
        operation: 'SignUp',
        field: page.getByLabel('Last name'),
        button: button('Create Account'),
        busy: 'Creating your account…',
        done: page.getByText('Enter the verification code we sent to your email.'),
      });

      const { person } = scenario().player;
      await page.goto('/login');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      counts['signing in'] = await pressAgainAndAgain(page, {
        call: 'POST /idp',
        operation: 'InitiateAuth',
        field: page.getByLabel('Email'),
        button: button('Sign In'),
        busy: 'Signing in…',
        done: page.getByRole('heading', { level: 1, name: 'Your Campaigns' }),
      });
      expect(counts).toEqual({ subscribing: 1, writing: 1, 'signing up': 1, 'signing in': 1 });
      await context.close();
    });
  });
}

async function idOf({ owner, campaign }: Scenario, name: string): Promise<string> {
  const { body } = await callApi(owner, 'GET', `/api/documents/?campaign=${campaign}`);
  const list = body as { id: string; original_filename: string }[];
  return list.find((document) => document.original_filename === name)?.id ?? '';
}
