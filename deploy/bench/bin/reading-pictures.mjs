#!/usr/bin/env node
/* global document -- what runs in the page */
// Takes the pictures of `deploy/docs/reading.md`: five files that a script makes, opened in a product of its own.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { launchBrowser, logIn } from '../page-load.mjs';
import { idIn, newPerson, NO_LIMITS, poolOf } from '../people.mjs';
import { asHtml, BOOK_STYLE, madeBook } from '../reading/made-book.mjs';
import { LAYOUTS, printed } from '../reading/open-texts.mjs';
import { convert, htmlOf } from '../reading/references.mjs';
import { startProduct } from '../running-product.mjs';

const FOLDER = path.join(WORKSPACE, 'deploy/docs/images/reading');
const SHAPES = [
  { width: 1280, height: 860, deviceScaleFactor: 1 },
  { width: 390, height: 844, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
];

const ADVENTURE = `# The Mill at Sallow Ford

An evening for four to six characters of the second or third level. The mill has stood still since the flood, and the miller's
daughter sells flour all the same.

## What the players hear

The carter at the inn owes money and talks for a drink. He says that the wheel turns at night, against the stream, and that the
dogs of the village will not cross the ford any more.

- The flour is grey, and bread made of it does not rise.
- The miller was buried without his boots.
- A ferryman saw a light below the water.

## The yard

<div class="aloud">The gate hangs from one hinge. Behind it the yard lies under a hand of standing water, and in the midst of it, dry, a
chair.</div>

Whoever sits down on the chair hears the wheel begin to turn. It stops as soon as nobody touches the wood. A search of the yard finds the
boots of the miller in the well, tied together by their laces.

### The wheel

Four buckets are filled with stones. In the fifth lies a lantern that burns under water; it goes out in the hand of whoever has
lied since the last sunset.

| d6 | What comes to the light |
| --- | --- |
| 1–3 | Eels, as long as an arm |
| 4–5 | The miller, who asks for his boots |
| 6 | The ferryman, alive and ashamed |

## The loft

Below the roof the daughter keeps the books of the mill. They are in order up to the day after the funeral, in her father's hand.
`;

const NOTE = `---
tags: [npc, sallow-ford]
---
# Orla Reed, the miller's daughter

Lives above the [[Mill at Sallow Ford|mill]]. Honest in everything but the books. ==Owes the ferryman her life.==

> [!read-aloud]
> She does not look up from the ledger. "If it is about the bread," she says, "you may have your coppers back."

> [!secret]- What she hides
> Her father still keeps the accounts.

## What she knows

- [x] Who tied the boots
- [ ] Why the dogs stay away
- The lantern belongs to the **ferryman**

%% Ask Mira whether her character is a cousin. %%
`;

const ADVENTURE_STYLE = `${LAYOUTS['two columns']} .aloud { border: 1pt solid #555; padding: 6pt; margin: 4pt 0; }`;

await ensureBuilt();
await cleaningUp(async (atEnd) => {
  const product = await startProduct({ ENVIRONMENT: 'production', ...NO_LIMITS });
  atEnd(product.stop);
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const { client } = await poolOf(product);
  const person = await newPerson(client, product);
  const gm = await gameMaster(product, await client.signIn(person));
  const player = await newPerson(client, product);
  await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, {
    players: [idIn(await client.signIn(player))],
  });
  /** @type {{ name: string, id: string, at: string }[]} */
  const scenes = [];
  for (const [name, { file, bytes, at = '' }] of Object.entries(await files(browser)))
    scenes.push({ name, at, id: (await gm.uploadFile(file, bytes)).id });
  await gm.untilRead();
  const readers = [
    { person, scenes },
    { person: player, scenes: [await linkToPassage(gm, scenes)] },
  ];
  await fs.mkdir(FOLDER, { recursive: true });
  for (const shape of SHAPES)
    for (const { person, scenes } of readers) {
      const page = await signedInPage(browser, product, person, shape);
      for (const { name, id, at } of scenes) {
        await page.goto(`/campaigns/${gm.campaign}/library/${id}${at}`);
        await page
          .locator(name === 'scan' ? 'main canvas' : 'main [data-passage]')
          .first()
          .waitFor();
        for (const theme of /** @type {const} */ (['light', 'dark']))
          await take(page, `${name}-${shape.width}-${theme}`, theme);
      }
      await page.context().close();
    }
});

/**
 * @param {import('playwright-core').Browser} browser @param {{ url: string }} product
 * @param {{ email: string, password: string }} person @param {SHAPES[number]} shape
 */
async function signedInPage(browser, product, person, { width, height, ...shape }) {
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: product.url,
    reducedMotion: 'reduce',
    ...shape,
  });
  const page = await context.newPage();
  await logIn(page, person);
  return page;
}

/**
 * What the GM sends to a player: the table of the adventure, by its passage.
 * @param {Awaited<ReturnType<typeof gameMaster>>} gm @param {{ name: string, id: string }[]} scenes
 */
async function linkToPassage(gm, scenes) {
  const id = scenes.find(({ name }) => name === 'docx')?.id ?? '';
  const { passages } = await gm.call('GET', `/documents/${id}/passages/`);
  const table = passages.find((/** @type {{ kind: string }} */ { kind }) => kind === 'table');
  return { name: 'link', id, at: `#p-${table.id}` };
}

/** @param {import('playwright-core').Browser} browser @returns {Promise<Record<string, { file: string, bytes: Buffer, at?: string }>>} */
async function files(browser) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-pictures-'));
  const source = path.join(folder, 'adventure.md');
  await fs.writeFile(source, ADVENTURE);
  await convert(source, path.join(folder, 'adventure.docx'));
  const body = await htmlOf(source);
  const title = 'The Mill at Sallow Ford';
  const adventure = await printed(browser, { title, body, style: ADVENTURE_STYLE });
  const docx = await fs.readFile(path.join(folder, 'adventure.docx'));
  await fs.rm(folder, { recursive: true });
  const book = await printed(browser, {
    title: 'The Book of the Marsh',
    body: asHtml(madeBook(8000)),
    style: BOOK_STYLE,
    pages: 350,
  });
  return {
    'rule-book': { file: 'The Book of the Marsh.pdf', bytes: book, at: '?page=120' },
    adventure: { file: `${title}.pdf`, bytes: adventure },
    docx: { file: `${title}.docx`, bytes: docx },
    note: { file: 'Orla Reed.md', bytes: Buffer.from(NOTE) },
    scan: { file: 'Letter of the ferryman.pdf', bytes: await scanned(browser, body) },
  };
}

/** Pages that are pictures of pages. @param {import('playwright-core').Browser} browser @param {string} body */
async function scanned(browser, body) {
  const page = await browser.newPage({ viewport: { width: 794, height: 1123 } });
  await page.setContent(
    `<style>body { font: 20px serif; padding: 60px; rotate: 0.6deg; }</style>${body}`,
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 });
  await page.setContent(
    `<style>* { margin: 0 } img { width: 100% }</style><img src="data:image/jpeg;base64,${picture.toString('base64')}">`,
  );
  const bytes = await page.pdf({ format: 'A4', tagged: false });
  await page.close();
  return bytes;
}

/** As WebP, which the browser itself writes. @param {import('playwright-core').Page} page @param {string} name @param {'light' | 'dark'} colorScheme */
async function take(page, name, colorScheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForTimeout(1500);
  await page.evaluate(() => document.fonts.ready);
  const line = await page.context().newCDPSession(page);
  const { data } = await line.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  await line.detach();
  await fs.writeFile(path.join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}
