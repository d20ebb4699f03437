import type { CDPSession, Page } from 'playwright-core';
import { call, openEditorPage, openNote, type EditorPage } from '../../editor/editor-page';

// Input method editors compose text in several steps before they insert it: Android keyboards, Pinyin, dead keys.

let opened: EditorPage;
let page: Page;
let keyboard: CDPSession;
beforeAll(async () => {
  opened = await openEditorPage();
  ({ page } = opened);
  keyboard = await page.context().newCDPSession(page);
});
afterAll(() => opened?.close());

const passage = (text: string) => ({
  ...{ id: crypto.randomUUID(), version: 1, kind: 'paragraph', audience: null },
  content: { inlines: [{ text }] },
});

/** Composes text letter by letter, with the pauses of a person, and inserts the result. */
async function compose(steps: readonly string[], result: string): Promise<void> {
  for (const text of steps) {
    const end = text.length;
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: end,
      selectionEnd: end,
    });
    await page.waitForTimeout(30);
  }
  await keyboard.send('Input.insertText', { text: result });
}

interface JsonNode {
  text?: string;
  content?: JsonNode[];
}
const textOf = ({ text = '', content = [] }: JsonNode): string =>
  text + content.map(textOf).join('');
/** Text of each passage in the editor's state, and as displayed. */
async function lines(): Promise<string[]> {
  const { content = [] } = await call<JsonNode>(page, 'json');
  const displayed = await page.evaluate(() =>
    [...document.querySelectorAll('.ProseMirror > [data-passage]')].map((line) => line.textContent),
  );
  expect(displayed).toEqual(content.map(textOf));
  return content.map(textOf);
}

describe.each([
  ['an empty note', [] as string[]],
  ['a note with an empty paragraph', ['']],
  ['a note with text', ['Old']],
])('%s', (_, texts) => {
  it.each([
    ['Pinyin', ['n', 'ni', 'nih', 'nihao'], '你好'],
    ['an Android keyboard', ['T', 'Th', 'The'], 'The'],
    ['a dead key', ['´'], 'é'],
  ])('keeps what %s composes', async (__, steps, result) => {
    await openNote(page, texts.map(passage));
    await page.keyboard.press('Control+End');
    await compose(steps, result);
    await compose(steps, result);
    expect(await lines()).toEqual([`${texts[0] ?? ''}${result}${result}`]);
    await call(page, 'save', true);
    expect(await lines()).toEqual([`${texts[0] ?? ''}${result}${result}`]);
  });
});
