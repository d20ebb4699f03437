import {
  settles,
  startScriptedModel,
  type ModelRequest,
  type ScriptedModel,
} from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { startOwnProduct } from '../../product/own-product';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const MODEL = 'scripted-1';
const SECRET = 'Ilsabet';
const KREZK = `# Krezk

## The smithy

Gregor the blacksmith shoes horses for two silver.

> [!secret]
> His dead wife was called ${SECRET}, and the mill pond has her.

## The inn

At the Blue Water Inn wolf steak costs five copper.
`;

const OF_WIFE = 'What was the dead wife of the blacksmith called?';
const OF_HORSES = 'What does the blacksmith shoe for two silver?';
const QUOTED = 'Gregor the blacksmith shoes horses for two silver.';
const WRITTEN = 'Horses are shod for two silver.';

const SOURCE = /<source \w+ n="(\d+)"[^>]*>\n([^]*?)\n<\/source/g;
/** The number by which a passage is cited. */
function numberOf({ user }: ModelRequest, words: string): string {
  const [, number] = [...user.matchAll(SOURCE)].find(([, , text]) => text?.includes(words)) ?? [];
  if (number === undefined) throw new Error(`Its sources do not say: ${words}`);
  return number;
}

describe('answers and drafts by a language model', () => {
  let model: ScriptedModel;
  let product: Awaited<ReturnType<typeof startOwnProduct>>;
  let gm: Tab, player: Tab;
  let campaign: string, krezk: string;
  const told: string[] = [];

  beforeAll(async () => {
    model = await startScriptedModel();
    product = await startOwnProduct({ LLM_BASE_URL: model.url, LLM_MODEL: MODEL });
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', { width: 390, height: 844 });
    for (const { page } of [gm, player]) page.on('pageerror', ({ message }) => told.push(message));
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const body = { campaign, title: 'Krezk', is_spoilers: false, markdown: KREZK };
    const made = await callApi(gm, 'POST', '/api/documents/notes/', body);
    krezk = (made.body as { id: string }).id;
    await settles(
      async () => {
        const found = await callApi(gm, 'GET', `/api/search/?campaign=${campaign}&q=steak`);
        expect((found.body as { hits: unknown[] }).hits).not.toEqual([]);
      },
      { timeout: 60_000 },
    );
  }, 150_000);
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
    await product?.stop();
    await model?.stop();
    expect(told).toEqual([]);
  });
  beforeEach(() => {
    model.requests.length = 0;
    model.forbidden = undefined;
    model.script = (request) =>
      request.user.includes(OF_WIFE)
        ? { text: `She was called ${SECRET} [${numberOf(request, SECRET)}]. She is a queen.` }
        : { text: `${WRITTEN.slice(0, -1)} [${numberOf(request, QUOTED)}].` };
  });
  afterEach(() => expect(model.leaks).toEqual([]));

  const askPath = (question: string, more = '') =>
    `/campaigns/${campaign}/ask?q=${encodeURIComponent(question)}${more}`;
  const isWritten = (page: Page) =>
    page.getByText(`Written by ${MODEL} from the cited passages.`).waitFor();
  const drafts = (page: Page) => page.getByRole('region', { name: 'Drafts' });
  const hasFocus = (page: Page, name: string | RegExp, role: 'link' | 'heading') =>
    page.locator(':focus').and(page.getByRole(role, { name })).waitFor();

  it('answers a game master in sentences, each with its passage or without, and says who gets the question', async () => {
    const { page } = gm;
    await page.goto(askPath(OF_WIFE));
    await isWritten(page);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(`She was called ${SECRET}.`).waitFor();
    await answer.getByText('Not found in your notes.').waitFor();
    await page.getByText(`sent to ${new URL(model.url).host}`).waitFor();
    expect(model.requests).toHaveLength(1);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'written answer');
    await answer.getByRole('link', { name: 'Krezk › Krezk › The smithy' }).click();
    await page.locator('main [data-at]:focus').filter({ hasText: SECRET }).waitFor();
  });

  it('drafts a summary that is saved as a note for game masters only', async () => {
    const { page } = gm;
    model.script = (request) => ({
      text: `Gregor mourns ${SECRET} [${numberOf(request, SECRET)}]. Steak costs five copper [${numberOf(request, 'steak')}].`,
    });
    await page.goto(`/campaigns/${campaign}/ask`);
    await page.getByLabel('Document').selectOption('Krezk');
    await page.getByRole('button', { name: 'Summarize' }).click();
    const draft = page.getByRole('article', { name: 'Summary of Krezk' });
    await draft.getByText(`Gregor mourns ${SECRET}.`).waitFor();
    await draft.getByRole('button', { name: 'Save as note' }).click();
    await hasFocus(page, 'Summary of Krezk', 'link');
    expect(await axeFindings(page)).toEqual([]);
    const listed = async (who: Tab) => {
      const { body } = await callApi(who, 'GET', `/api/documents/?campaign=${campaign}`);
      return (body as { title: string; is_spoilers?: boolean }[]).map((one) => one.title).sort();
    };
    expect(await listed(gm)).toEqual(['Krezk', 'Summary of Krezk']);
    expect(await listed(player)).toEqual(['Krezk']);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Summary of Krezk' }).waitFor();
    await page.getByText(`Gregor mourns ${SECRET}. Steak costs five copper.`).waitFor();
    const source = page.getByRole('main').getByRole('link', { name: 'Krezk', exact: true });
    expect(await source.last().getAttribute('href')).toContain(krezk);
  });

  it('drafts three hooks, keeps one and discards one by keyboard', async () => {
    const { page } = gm;
    model.script = (request) => ({
      text: [
        `HOOK: ${SECRET} calls from the mill pond [${numberOf(request, SECRET)}].`,
        `HOOK: The horses throw their shoes [${numberOf(request, QUOTED)}].`,
        `HOOK: The wolf steak is gone [${numberOf(request, 'steak')}].`,
      ].join('\n'),
    });
    await page.goto(`/campaigns/${campaign}/ask`);
    await page.getByRole('button', { name: 'Three story hooks' }).press('Enter');
    const hook = (number: number) => page.getByRole('article', { name: `Hook ${number}` });
    await hook(3).getByText('The wolf steak is gone.').waitFor();
    await hook(2).getByRole('button', { name: 'Discard' }).press('Enter');
    await hook(2).waitFor({ state: 'detached' });
    await hasFocus(page, 'Drafts', 'heading');
    await hook(1).getByRole('button', { name: 'Save as note' }).press('Enter');
    await hasFocus(page, 'Hook 1', 'link');
    expect(await page.getByRole('article').count()).toBe(2);
    await picture(page, 'story hooks');
    expect(model.requests).toHaveLength(1);
  });

  it('answers for a player from the player’s passages only, and sends the model no others', async () => {
    model.forbidden = new RegExp(SECRET);
    const eyes = `&as=${await userId(player)}`;
    const sentences: (string | null)[] = [];
    for (const [{ page }, more] of [
      [gm, eyes],
      [player, ''],
    ] as const) {
      await page.goto(askPath(OF_HORSES, more));
      await isWritten(page);
      sentences.push(await page.getByRole('region', { name: 'Answer' }).textContent());
      // The model is not called without passages that they may read.
      await page.getByLabel('Question').fill(OF_WIFE);
      await page.keyboard.press('Enter');
      await page.getByText('Nothing in your notes answers this.').waitFor();
      expect(await page.content()).not.toContain(SECRET);
    }
    expect(sentences[0]).toContain(WRITTEN);
    expect(sentences[1]).toBe(sentences[0]);
    expect(model.requests).toHaveLength(2);
    const [asGm, own] = model.requests.map(({ user }) => user.replaceAll(/(?<=source )\w+/g, ''));
    expect(asGm).toBe(own);
    // With other eyes everything is only read; a player may have a text summed up, and writes no notes.
    await gm.page.getByText('You are viewing as Pia Reed.').waitFor();
    expect(await drafts(gm.page).count()).toBe(0);
    await drafts(player.page).getByLabel('Document').selectOption('Krezk');
    await drafts(player.page).getByRole('button', { name: 'Summarize' }).click();
    await drafts(player.page).getByRole('article').getByText(WRITTEN).waitFor();
    for (const name of ['Save as note', 'Three story hooks'])
      expect(await player.page.getByRole('button', { name }).count()).toBe(0);
    for (const { page } of [gm, player]) expect(await axeFindings(page)).toEqual([]);
  });

  it('sends nothing anywhere once a game master turns it off for the campaign, and answers by it again when it is on', async () => {
    const { page } = gm;
    await page.goto(askPath(OF_HORSES));
    await isWritten(page);
    await drafts(page).waitFor();
    const asked = model.requests.length;
    await page.getByRole('button', { name: 'Turn off for this campaign' }).click();
    await page.getByText('may not read this campaign').waitFor();
    await drafts(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('blockquote').getByText(QUOTED).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await player.page.goto(askPath(OF_HORSES));
    await player.page.locator('blockquote').getByText(QUOTED).waitFor();
    expect(await drafts(player.page).count()).toBe(0);
    for (const [who, wanted] of [
      [gm, { kind: 'hooks' }],
      [player, { kind: 'summary', document: krezk }],
    ] as const)
      expect(
        await callApi(who, 'POST', '/api/search/drafts/', { campaign, ...wanted }),
      ).toMatchObject({ status: 409, body: { code: 'search.no_model' } });
    expect(model.requests).toHaveLength(asked);

    await page.getByRole('button', { name: 'Turn on for this campaign' }).click();
    await drafts(page).waitFor();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await isWritten(page);
    await page.getByText(WRITTEN).waitFor();
    expect(model.requests).toHaveLength(asked + 1);
  });
});
