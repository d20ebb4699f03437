import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { WORKSPACE } from '../../frame/build-project';
import { call, openEditorPage, openNote, type EditorPage } from '../../editor/editor-page';

// Content of other programs, pasted under the product's content security policy, which empties the styles of parsed documents.

interface JsonNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string }[];
  content?: JsonNode[];
}

let opened: EditorPage;
let page: Page;
beforeAll(async () => {
  opened = await openEditorPage();
  ({ page } = opened);
});
afterAll(() => opened?.close());

/** Pastes into an empty note. @returns each passage: kind, depth, marker, and its text with marks as Markdown */
async function paste(html: string): Promise<unknown[]> {
  await openNote(page, []);
  await call(page, 'paste', { 'text/html': html, 'text/plain': '' });
  const { content = [] } = await call<JsonNode>(page, 'json');
  return content.map(({ type, attrs = {}, content: words = [] }) => {
    const place = type === 'list_item' ? [attrs['depth'], attrs['marker']] : [];
    return [type, ...place, words.map(withMarks).join('')];
  });
}
const SIGNS: Record<string, string> = { bold: '**', italic: '_', strike: '~~' };
const withMarks = ({ text = '', marks = [] }: JsonNode): string =>
  marks.reduce((words, { type }) => `${SIGNS[type] ?? ''}${words}${SIGNS[type] ?? ''}`, text);

it('keeps two list levels of Google Docs, and nothing bold', async () => {
  const file = path.join(WORKSPACE, 'apps/documents/src/features/editor/testing/gdocs-paste.html');
  expect(await paste(fs.readFileSync(file, 'utf8'))).toEqual([
    ['list_item', 0, null, 'Gate'],
    ['list_item', 1, null, 'Key'],
  ]);
});

it('keeps bold, italic and struck words of Google Docs', async () => {
  const words = [
    '<span style="font-size:11pt;font-weight:700;font-style:normal">Bold</span>',
    '<span style="font-weight:400;font-style:italic">italic</span>',
    '<span style="font-weight:400;text-decoration:line-through">struck</span>',
    '<span style="font-weight:400;font-style:normal">plain</span>',
  ];
  expect(
    await paste(
      `<b style="font-weight:normal;" id="docs-internal-guid-1"><p>${words.join(' ')}</p></b>`,
    ),
  ).toEqual([['paragraph', '**Bold** _italic_ ~~struck~~ plain']]);
});

it('keeps lists with letters, and check boxes of Google Docs, GitHub and Notion', async () => {
  const lower = 'style="list-style-type:lower-alpha;font-weight:400"';
  const items = [
    `<ol><li ${lower}><p>one</p></li><li ${lower}><p>two</p></li></ol>`,
    '<ol type="A" start="3"><li>three</li></ol>',
    '<ul><li role="checkbox" aria-checked="true"><img aria-roledescription="checkbox" src="data:image/png;base64,AA=="><p>done</p></li></ul>',
    '<ul><li><input type="checkbox" disabled> open</li></ul>',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>packed</span></li></ul>',
  ];
  expect(await paste(items.join(''))).toEqual([
    ['list_item', 0, 'a.', 'one'],
    ['list_item', 0, 'b.', 'two'],
    ['list_item', 0, 'C.', 'three'],
    ['list_item', 0, '☑', 'done'],
    ['list_item', 0, '☐', 'open'],
    ['list_item', 0, '☑', 'packed'],
  ]);
});

it('continues a checked item of a box with an unchecked one', async () => {
  await openNote(page, []);
  await call(page, 'paste', { 'text/plain': '> [!note]\n> - [x] rope' });
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('torch');
  const [box] = (await call<JsonNode>(page, 'json')).content ?? [];
  expect(
    box?.content?.map(({ attrs, content: [words] = [] }) => [attrs?.['marker'], words?.text]),
  ).toEqual([
    ['☑', 'rope'],
    ['☐', 'torch'],
  ]);
});

it('creates lists and check boxes from typed characters, and checks them by click and keyboard', async () => {
  await openNote(page, []);
  await page.keyboard.type('a. one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[ ] rope');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('torch');
  const state = async () => {
    const { content = [] } = await call<JsonNode>(page, 'json');
    return content.map(({ attrs = {}, content: [words] = [] }) => [attrs['marker'], words?.text]);
  };
  const list = [
    ['a.', 'one'],
    ['b.', 'two'],
  ];
  expect(await state()).toEqual([...list, ['☑', 'rope'], ['☐', 'torch']]);
  // The product's style sheet draws markers in this space.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-depth] { padding-inline-start: 2em }');
    document.adoptedStyleSheets = [sheet];
  });
  const rope = page.locator('[data-marker="☑"]');
  await rope.click({ position: { x: 4, y: 8 } });
  expect(await state()).toEqual([...list, ['☐', 'rope'], ['☐', 'torch']]);
  await page.getByText('torch').click();
  expect(await state()).toEqual([...list, ['☐', 'rope'], ['☐', 'torch']]);
});
