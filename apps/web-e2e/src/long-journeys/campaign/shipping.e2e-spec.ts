import { settles } from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { browser, closeBrowser } from '../../product/browser';
import { shared } from '../../product/shared-product';

/** Text of the campaigns remote in the current and in a newer version. */
const OLD = 'Your Campaigns';
const NEW = 'Your Campaigns, anew';
const PANEL = 'This part of Tomekeeper can’t be shown right now';

interface Live {
  version: string;
  base_url: string;
  manifest: { id: string; entry: string; requires: string };
}

let folder: string;
let atFirst: string;
const builds: string[] = [];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-ship-'));
  atFirst = (await live()).version;
});
// The product is shared: failures here must not affect other tests.
afterEach(async () => {
  while ((await live()).version !== atFirst) await shared.ship('campaigns', '--rollback');
});
afterAll(async () => {
  await closeBrowser();
  await fs.rm(folder, { recursive: true });
});

async function live(): Promise<Live> {
  const answer = await fetch(`${shared.url}/registry/remotes.json`);
  const { remotes } = (await answer.json()) as { remotes: Live[] };
  const found = remotes.find(({ manifest }) => manifest.id === 'campaigns');
  if (!found) throw new Error('No campaigns remote is live.');
  return found;
}

const storedIn = ({ version }: Live) => path.join(shared.dataDir, 'remotes', 'campaigns', version);

/** A build equal to the live one, with changed files. */
async function build(change: (text: string, file: string) => string): Promise<string> {
  const from = storedIn(await live());
  const to = path.join(folder, `build-${builds.length}`);
  builds.push(to);
  await fs.mkdir(to);
  const hashes = new Map<string, string>();
  for (const file of await fs.readdir(from)) {
    // Compressed copies would be served instead.
    if (/\.(br|gz|map)$/.test(file)) continue;
    const isText = /\.(js|json)$/.test(file);
    const content = await fs.readFile(path.join(from, file));
    const changed = isText ? change(content.toString(), file) : content;
    await fs.writeFile(path.join(to, file), changed);
    if (file.endsWith('.js')) hashes.set(integrityOf(content), integrityOf(changed));
  }
  await sayAnew(to, hashes);
  return to;
}

/** Integrity hashes of the chunks, from the entry. */
async function sayAnew(folder: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  const { manifest } = await live();
  const file = path.join(folder, manifest.entry);
  const text = await fs.readFile(file, 'utf8');
  await fs.writeFile(
    file,
    text.replaceAll(/sha384-[\w+/]{64}/g, (hash) => hashes.get(hash) ?? hash),
  );
}

const integrityOf = (content: string | Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Gateway log of a page load. */
async function browserErrors(view: string | null): Promise<unknown[]> {
  const log = await fs.readFile(path.join(shared.dataDir, 'logs', 'gateway.log'), 'utf8');
  return log
    .split('\n')
    .filter((line) => line.includes('"browser error"'))
    .map((line) => JSON.parse(line) as { view: string })
    .filter((line) => line.view === view);
}

/** Out of the remote and in again, within the open page. */
async function comeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'FAQ' }).click();
  await heading(page, 'Frequently Asked Questions').waitFor();
  await page.goBack();
}

/**
 * Returning visitors wait up to 400 ms for the registry; on a busy machine the update may arrive on
 * the next visit.
 */
async function comeBackUntil(page: Page, name: string): Promise<void> {
  for (;;) {
    await comeBack(page);
    await heading(page, name)
      .or(heading(page, name === OLD ? NEW : OLD))
      .waitFor();
    if (await heading(page, name).isVisible()) return;
  }
}

it('open browsers load a new version on the next navigation, and a rollback as well', async () => {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  await page.goto(`${shared.url}/home`);
  await heading(page, OLD).waitFor();
  await page.evaluate(() => Reflect.set(window, 'stillTheSamePage', true));
  const before = await live();

  // Another source has another name, by which the chunks of two versions in one page are distinguished.
  const next = await build((text) =>
    text
      .replaceAll(`"${OLD}"`, `"${NEW}"`)
      .replaceAll(/(tomekeeper_campaigns_)[0-9a-f]{8}/g, '$1anew0000'),
  );
  expect(await shared.ship('campaigns', '--from', next)).toContain('is live (was');
  const after = await live();
  expect(after.version).not.toBe(before.version);
  // Open pages continue to use the old version.
  await heading(page, OLD).waitFor();
  await fs.access(path.join(storedIn(before), before.manifest.entry));

  await comeBackUntil(page, NEW);
  expect(await shared.ship('status')).toMatch(new RegExp(`campaigns +${after.version}`));

  expect(await shared.ship('campaigns', '--rollback')).toContain(`${before.version} is live again`);
  await comeBackUntil(page, OLD);
  expect(await page.evaluate(() => Reflect.get(window, 'stillTheSamePage'))).toBe(true);
  await context.close();
});

it('versions that the shell would reject are not shipped, and broken ones only affect their own pages until a rollback', async () => {
  const before = await live();
  const foreign = await build((text, file) =>
    file === 'remote.json' ? text.replace(before.manifest.requires, '^9.0') : text,
  );
  await expect(shared.ship('campaigns', '--from', foreign)).rejects.toThrow(
    'requires contract ^9.0',
  );
  expect(await live()).toEqual(before);

  const broken = await build((text, file) =>
    file === before.manifest.entry ? 'this is no { script' : text,
  );
  await shared.ship('campaigns', '--from', broken);
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  const reported = page.waitForResponse(`${shared.url}/api/reports/`);
  await page.goto(`${shared.url}/home`);
  await heading(page, PANEL).waitFor();
  await page.getByText('Trying again often helps').waitFor();
  expect((await reported).status()).toBe(204);
  const reference = await page
    .getByText(/^Reference: /)
    .locator('code')
    .textContent();
  const { version } = await live();
  // The reference shown to the user leads to the log line with the version.
  await settles(async () =>
    expect(await browserErrors(reference)).toContainEqual(
      expect.objectContaining({ remote: 'campaigns', version, kind: 'load', page: '/home' }),
    ),
  );
  await comeBack(page);
  await heading(page, PANEL).waitFor();

  await shared.ship('campaigns', '--rollback');
  await page.getByRole('button', { name: 'Retry' }).click();
  await heading(page, OLD).waitFor();
  expect((await live()).version).toBe(before.version);
  await context.close();
});
