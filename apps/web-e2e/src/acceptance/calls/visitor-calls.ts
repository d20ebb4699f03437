import { linksIn } from '@tomekeeper/testing';
import { browser } from '../../product/browser';
import { newPerson } from '../../product/person';
import { shared } from '../../product/shared-product';
import { record, type RecordedCall } from './recorded-calls';

/** Input of a visitor, and the resulting calls. */
export interface VisitorCalls {
  email: string;
  token: string;
  calls: RecordedCall[];
}

/** Subscribes to the mailing list, unsubscribes, and sends a contact message without signing in. */
export async function recordVisitorCalls(): Promise<VisitorCalls> {
  const { email } = newPerson('Nell', 'News');
  const context = await (await browser()).newContext({ baseURL: shared.url });
  const calls = await record(context);
  const page = await context.newPage();
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const says = (text: string) => main.getByText(text).waitFor();

  // The landing page of the production environment has the form.
  const config = (await (await fetch(`${shared.url}/config.json`)).json()) as object;
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { ...config, environment: 'production' } }),
  );
  await page.goto('/');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Name').fill('Nell');
  await press('Subscribe');
  await says("Thanks! You'll get an email to verify your email address.");

  const links = linksIn(await shared.inbox.latest(email));
  const { search } = new URL(links.find((link) => link.includes('/verify-subscribe')) ?? '');
  await page.goto(`/verify-subscribe${search}`);
  await says('Email verified. Thank you!');

  await page.goto('/verify-subscribe');
  await main.getByLabel('Email').fill(email);
  await press('Resend');
  await says('If your email exists, a new link has been sent.');

  await page.goto(`/unsubscribe?email=${encodeURIComponent(email)}`);
  await press('Unsubscribe');
  await says('You have been unsubscribed.');

  await page.goto('/contact');
  await main.getByLabel('Name').fill('Nell');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Subject').fill('Bells');
  await main.getByLabel('Message', { exact: true }).fill('The bell above the door does not ring.');
  await main.getByLabel('I am a person').click();
  await main.getByText('Thank you. The check is complete.').waitFor();
  await press('Send');
  await says("Thanks for reaching out! We'll get back to you shortly.");

  await context.close();
  return { email, token: new URLSearchParams(search).get('token') ?? '', calls };
}
