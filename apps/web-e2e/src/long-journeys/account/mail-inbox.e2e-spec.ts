import net from 'node:net';
import type { Page } from 'playwright-core';
import { startMailInbox, type MailInbox } from '@tomekeeper/launcher/backing';
import { axeFindings } from '../../browser/axe';
import { browser, closeBrowser } from '../../product/browser';

const HTML = `<!doctype html><html><head><title>x</title></head><body>
<p>Your code is <b>123456</b>. <a href="/opened">Confirm</a></p>
<script>document.body.append('a script ran')</script>
<img src="/tracked.png" onerror="document.body.append('a handler ran')">
</body></html>`;

describe('the page of the mail inbox', () => {
  let mail: MailInbox;
  beforeAll(async () => {
    mail = await startMailInbox();
    await deliver(mail.smtpUrl, 'A page', `Content-Type: text/html\r\n\r\n${HTML}`);
    await deliver(mail.smtpUrl, 'A text <b>of</b> letters', `\r\nSee ${mail.webUrl}/healthz now`);
  });
  afterAll(async () => {
    await closeBrowser();
    await mail?.stop();
  });

  async function open(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
    const context = await (
      await browser()
    ).newContext({
      colorScheme,
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(mail.webUrl);
    await page.getByText('2 mails').waitFor();
    return page;
  }

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is read in the %s theme, %i px wide', async (theme, width) => {
    const page = await open(theme, width);
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('link', { name: /A page/ }).click();
    await page.getByRole('heading', { name: 'A page' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByText('123456').waitFor();
    expect(await flaws(page)).toEqual([]);
    if (width < 500) {
      expect(await page.locator('#mails').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'All mails' }).click();
    } else await page.goBack();
    await page.getByRole('link', { name: /A text <b>of<\/b> letters/ }).click();
    await page.getByRole('heading', { name: 'A text <b>of</b> letters' }).waitFor();
    expect(await page.getByRole('link', { name: /healthz$/ }).getAttribute('href')).toBe(
      `${mail.webUrl}/healthz`,
    );
    await page.context().close();
  });

  it('runs and loads no content of a mail, and opens links in a new tab', async () => {
    const page = await open('light', 1280);
    const loaded: string[] = [];
    page.context().on('response', (answer) => loaded.push(new URL(answer.url()).pathname));
    await page.getByRole('link', { name: /A page/ }).click();
    const frame = page.frameLocator('iframe');
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'Confirm' }).click();
    expect(new URL((await opened).url()).pathname).toBe('/opened');
    expect(await frame.locator('body').innerText()).not.toMatch(/ran/);
    expect(loaded).not.toContain('/tracked.png');
    await page.context().close();
  });

  it('searches, and deletes one mail and all', async () => {
    const page = await open('light', 1280);
    await page.getByRole('searchbox').fill('123456');
    await page.getByText('0 mails').waitFor();
    await page.getByRole('searchbox').fill('healthz');
    await page.getByText('1 mail', { exact: true }).waitFor();
    await page.getByRole('link', { name: /A text/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('0 mails').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('1 mail', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('0 mails').waitFor();
    expect(await (await fetch(`${mail.webUrl}/email`)).json()).toEqual([]);
    await page.context().close();
  });
});

/** Findings of axe, and horizontal overflow. */
async function flaws(page: Page): Promise<string[]> {
  const isWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
  return [...(await axeFindings(page)), ...(isWide ? ['wider than the screen'] : [])];
}

/** One mail by SMTP, and no library for it. @param rest its further headers, an empty line and its body */
async function deliver(smtpUrl: string, subject: string, rest: string): Promise<void> {
  const { hostname, port } = new URL(smtpUrl);
  const socket = net.connect(Number(port), hostname).setEncoding('utf8');
  const lines = [
    'EHLO localhost',
    'MAIL FROM:<no-reply@b.example>',
    'RCPT TO:<a@b.example>',
    'DATA',
    `Subject: ${subject}\r\nTo: a@b.example\r\n${rest}\r\n.`,
    'QUIT',
  ];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve());
    socket.on('data', (answer: string) => {
      // The last line of an answer has a space behind its number.
      if (/^\d{3} /m.test(answer)) socket.write(`${lines.shift() ?? ''}\r\n`);
    });
  });
}
