import type { Page } from 'playwright-core';
import { axeFindings } from '../browser/axe';
import { isOffline, isSaved, notePeople, stored, textbox } from '../product/note-people';
import { callApi, type Tab } from '../product/person';

describe('notes', () => {
  const people = notePeople();
  let gm: Tab, player: Tab;
  let campaign: string;
  let page: Page;
  beforeEach(() => {
    ({ gm, player, campaign, page } = people);
  });

  const noteIn = (page: Page): string => /library\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  const newNote = async (page: Page, title: string, audience: 'Spoilers' | 'Public') => {
    await page.goto(`/campaigns/${campaign}/library`);
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('radio', { name: audience }).click();
    await page.getByRole('button', { name: 'Create note' }).click();
    await textbox(page).waitFor();
    return noteIn(page);
  };

  it('are written with Markdown shortcuts, and displayed accordingly', async () => {
    const id = await newNote(page, 'Session 12', 'Spoilers');
    await textbox(page).click();
    const lines = [
      '# The mill',
      'A **brass** lantern hangs _here_, by `lamp.md`.',
      '- rope',
      'map',
      '',
      '',
      '1. first',
      'second',
      '',
      '> Nobody returns.',
      '',
    ];
    for (const line of lines) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('---');
    await page.keyboard.type('The end.');
    await isSaved(page);
    expect((await stored(gm, id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'The mill'],
      ['paragraph', 'A brass lantern hangs here, by lamp.md.'],
      ['list_item', 'rope'],
      ['list_item', 'map'],
      ['list_item', 'first'],
      ['list_item', 'second'],
      ['quote', 'Nobody returns.'],
      ['divider', ''],
      ['paragraph', 'The end.'],
    ]);
    expect(await axeFindings(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 2, name: 'The mill' }).waitFor();
    await page.getByRole('link', { name: 'Edit Session 12' }).waitFor();
  });

  it('lose nothing when the network is cut twice and the tab is killed once', async () => {
    const { context } = gm;
    const id = await newNote(page, 'Evening', 'Spoilers');
    await textbox(page).click();
    await page.keyboard.type('The party meets at the ford.');
    await page.keyboard.press('Enter');
    await isSaved(page);
    for (const words of ['Rain falls.', 'The bridge is out.']) {
      await context.setOffline(true);
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await isOffline(page);
      await context.setOffline(false);
      await isSaved(page);
    }
    await context.setOffline(true);
    await page.keyboard.type('Ismark knows the way.');
    await isOffline(page);
    // The tab's process ends: nothing of the page runs any more.
    const devtools = await context.newCDPSession(page);
    const isKilled = page.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => undefined);
    await isKilled;
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`/campaigns/${campaign}/library/${id}?edit=1`);
    await textbox(again).getByText('Ismark knows the way.').waitFor();
    await isSaved(again);
    expect((await stored(gm, id)).map(({ text }) => text)).toEqual([
      'The party meets at the ford.',
      'Rain falls.',
      'The bridge is out.',
      'Ismark knows the way.',
    ]);
    await again.close();
  });

  it('are edited by two people at once: each sees the other’s changes, and conflicts are resolved by choice', async () => {
    const { context } = gm;
    const id = await newNote(page, 'Shared', 'Spoilers');
    await textbox(page).click();
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two');
    await isSaved(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await textbox(other).getByText('Two').click();
    await other.keyboard.press('End');
    await other.keyboard.type(' of the other');
    await isSaved(other);
    await textbox(page).getByText('Two of the other').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type(' of mine');
    await textbox(other).getByText('One of mine').waitFor();

    // Both write in the same passage before either hears of it.
    await context.setOffline(true);
    await page.keyboard.type(', early');
    await other.keyboard.press('Control+Home');
    await other.keyboard.press('End');
    await other.keyboard.type(', late');
    await context.setOffline(false);
    const both = Promise.race(
      [page, other].map(async (one) => {
        await one.getByText('Another person changed this passage too.').waitFor();
        return one;
      }),
    );
    const chooser = await both;
    await chooser.getByText('One of mine, early', { exact: true }).first().waitFor();
    await chooser.getByText('One of mine, late', { exact: true }).first().waitFor();
    await chooser.getByRole('button', { name: 'Keep both' }).click();
    await isSaved(chooser);
    const texts = (await stored(gm, id)).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(
      ['One of mine, early', 'One of mine, late', 'Two of the other'].toSorted(),
    );
    await other.close();
  });

  it('keep words of a secret from players when they are split, joined and pasted', async () => {
    const id = await newNote(page, 'Handout', 'Public');
    await page.getByText('Your players see your text as you type.').waitFor();
    await textbox(page).click();
    await page.keyboard.type('The inn is warm.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('> [!secret]The keeper is a spy.');
    await isSaved(page);
    const audiences = async () =>
      (await stored(gm, id)).map(({ text, audience }) => [text, audience ?? '']);
    expect(await audiences()).toEqual([
      ['The inn is warm.', 'party'],
      ['The keeper is a spy.', 'gm'],
    ]);
    // The box is unwrapped, and its content becomes two paragraphs.
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    for (let letter = 0; letter < 'The keeper'.length; letter += 1)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await isSaved(page);
    expect(await audiences()).toEqual([
      ['The inn is warm.', 'party'],
      ['The keeper', 'gm'],
      [' is a spy.', 'gm'],
    ]);
    // Hidden text copied into visible text hides that text from players.
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
    await isSaved(page);
    expect((await audiences())[0]).toEqual(['The inn is warm. is a spy.', 'gm']);
    const seen = await callApi(player, 'GET', `/api/documents/${id}/passages/`);
    expect(JSON.stringify(seen.body)).not.toContain('spy');
  });
});
