import fs from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { browser, closeBrowser } from '../product/browser';
import { callApi, pressSignIn } from '../product/person';
import { startProduct, type Product } from '../product/product';
import { PICTURES, takePicture } from './picture-files';
import {
  documentsOn,
  HANDOUT,
  OWN_NOTE,
  PARTLY_SHOWN,
  SCENES,
  SHOWN,
  WRITTEN,
  type Sitter,
} from './scenes';

const SHAPES = [
  { width: 1280, height: 860, context: {} },
  { width: 390, height: 844, context: { deviceScaleFactor: 1.5, hasTouch: true, isMobile: true } },
  { width: 320, height: 640, context: { deviceScaleFactor: 1.5, hasTouch: true, isMobile: true } },
] as const;
const CAMPAIGN = 'The Drowned Bell of Gallowmere';
/** A new document for the player. */
const NEW = 'Map of the flooded crypt.png';
/** Pictures are reproducible: the invite token is fixed instead of random. */
const TOKEN = 'an-invite-in-a-picture-lets-nobody-in-12345';

interface Seat {
  context: BrowserContext;
  page: Page;
}

/** `npm run pictures`: screenshots of the demo for the docs. */
describe('pictures of the demo', () => {
  let product: Product;
  let campaign: string;
  /** Not removed, so that later scenes show them. */
  let gm: Seat, mira: Seat;
  const states: Partial<Record<Sitter, Awaited<ReturnType<BrowserContext['storageState']>>>> = {};

  beforeAll(async () => {
    product = await startProduct({ PORT: process.env['PORT'] ?? '8080' }, ['--demo']);
    await fs.mkdir(PICTURES, { recursive: true });
    mira = await signedIn('mira');
    gm = await signedIn('gm');
    const { body } = await callApi(gm, 'GET', '/api/campaigns/');
    const found = (body as { id: string; title: string }[]).find(({ title }) => title === CAMPAIGN);
    campaign = `/campaigns/${found?.id}`;
    // Later changes count as new for them.
    const read = { campaign: campaign.split('/').at(-1) };
    await callApi(mira, 'PUT', '/api/documents/news/read/', read);
    // Others see that she is online only after she opened the campaign.
    await mira.page.goto(campaign);
    await documentsOn(mira.page).first().waitFor();
    await mira.page.goto('/home');
    states.mira = await mira.context.storageState();
    await callApi(gm, 'PATCH', `/api/documents/${await idOf(NEW)}/`, { is_spoilers: false });
    await revealAPart();
    await write();
    await thumbnailsMade();
    await gm.page.goto('/home');
    states.gm = await gm.context.storageState();
  }, 300_000);
  afterAll(async () => {
    await closeBrowser();
    await product?.stop();
  });

  async function signedIn(name: string): Promise<Seat> {
    const context = await (await browser()).newContext({ baseURL: product.url });
    const page = await context.newPage();
    const password = /Demo password\s+(\S+)/.exec(product.output())?.[1] ?? '';
    await pressSignIn(page, { email: `${name}@demo.tomekeeper.example`, password });
    await page.waitForURL('**/home');
    return { context, page };
  }

  async function idOf(name: string): Promise<string | undefined> {
    const { body } = await callApi(gm, 'GET', '/api/documents/');
    const documents = body as { id: string; original_filename: string }[];
    return documents.find(({ original_filename }) => original_filename === name)?.id;
  }

  /** Some passages for the party, and one for Mira alone. */
  async function revealAPart(): Promise<void> {
    const id = await idOf(PARTLY_SHOWN);
    const read = await callApi(gm, 'GET', `/api/documents/${id}/passages/`);
    const { passages } = read.body as { passages: { id: string }[] };
    // Title and remark stay with the GM.
    const [first, second, third] = passages.slice(2).map((passage) => passage.id);
    const me = await callApi(mira, 'GET', '/api/me/');
    const reveal = (passages: unknown[], audience: unknown) =>
      callApi(gm, 'PUT', `/api/documents/${id}/audience/`, {
        passages,
        audience,
        public_title: HANDOUT,
      });
    await reveal([first, second], 'party');
    await reveal([third], { players: [(me.body as { id: string }).id] });
  }

  async function write(): Promise<void> {
    const markdown = [
      '## The door with three locks',
      'The door at the foot of the stairs has **three locks** and no keyhole.',
      '> [!read-aloud]\n> Cold water stands to your knees. Somewhere below, a bell moves without a sound.',
      '> [!secret]\n> Each lock opens to a name that was cut from a gravestone.',
      '- the ferryman’s lamp\n- a coil of wet rope',
    ].join('\n\n');
    const body = { campaign: campaign.split('/').at(-1), title: WRITTEN, is_spoilers: false };
    await callApi(gm, 'POST', '/api/documents/notes/', { ...body, markdown });
    for (const [title, author_audience] of [
      [OWN_NOTE, 'private'],
      ['Questions for the table', 'gms'],
      ['What we owe', 'party'],
    ])
      await callApi(mira, 'POST', '/api/documents/notes/', { ...body, title, author_audience });
  }

  /** A worker makes them in its own time. */
  async function thumbnailsMade(): Promise<void> {
    for (let looks = 20; looks > 0; looks -= 1) {
      await gm.page.goto(`${campaign}/library`);
      await documentsOn(gm.page).first().waitFor();
      const second = gm.page.locator('main li img').nth(1);
      if (await second.waitFor({ timeout: 2000 }).then(...FAIR)) return;
    }
    throw new Error('The worker made no thumbnails.');
  }

  describe.each(SCENES)('$name', (scene) => {
    it.each(SHAPES)('$width wide', async ({ width, height, context: shape }) => {
      const storageState = states[scene.sitter];
      const context = await (
        await browser()
      ).newContext({
        ...shape,
        baseURL: product.url,
        viewport: { width, height },
        reducedMotion: 'reduce',
        ...(storageState && { storageState }),
      });
      const page = await context.newPage();
      await page.route('**/api/campaigns/*/invites/', async (route) => {
        const response = await route.fetch();
        const invite: unknown = await response.json();
        const isOne = typeof invite === 'object' && invite !== null && 'token' in invite;
        return route.fulfill({ response, json: isOne ? { ...invite, token: TOKEN } : invite });
      });
      await page.goto(scene.path.replace(':', campaign));
      if (scene.name === 'show-now') {
        // Reaches online members only.
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForTimeout(4000);
        const shown = await callApi(gm, 'POST', `/api/documents/${await idOf(SHOWN)}/show/`);
        expect(shown.status).toBe(200);
      }
      await scene.first?.(page);
      await scene.until(page).waitFor();
      for (const theme of ['light', 'dark'] as const)
        await takePicture(page, `${scene.name}-${width}-${theme}`, theme);
      await context.close();
    });
  });
});

/** Whether the picture loaded in time. */
const FAIR = [() => true, () => false] as const;
