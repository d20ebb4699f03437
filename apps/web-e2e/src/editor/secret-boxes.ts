import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { call, openEditorPage, openNote, type EditorPage } from './editor-page';
import { passages, SECRET_LETTER, step, type Step } from './secret-fragments';

async function act(page: Page, one: Step): Promise<void> {
  switch (one.do) {
    case 'paste':
      return call(page, 'paste', one.of);
    case 'paste back':
      return call(page, 'paste');
    case 'key':
      return page.keyboard.press(one.key);
    case 'caret':
      return call(page, 'select', one.at, one.at);
    case 'select':
      return call(page, 'select', one.from, one.to);
    case 'copy':
    case 'cut':
      return call(page, 'take', one.do);
    case 'drag':
      return call(page, 'drop', one.to);
    case 'drop':
      return call(page, 'drop', one.to, one.of);
    case 'turn into':
      return call(page, 'turnInto', one.block);
    case 'save':
      return call(page, 'save', one.isSettled);
    case 'type':
      await call(page, 'beginParagraph');
      await page.keyboard.type(one.label);
      if (one.isBroken) await page.keyboard.press('Enter');
      return page.keyboard.type(one.words);
  }
}

interface ForPlayers {
  shown: string[];
  saved: string[];
}

/** @throws where a letter of a secret is shown as, or saved for, more than the GMs */
async function check(page: Page, after: string): Promise<void> {
  const { shown, saved } = await call<ForPlayers>(page, 'forPlayers');
  const leaks = [
    ...shown.filter((text) => SECRET_LETTER.test(text)).map((text) => `shown: ${text}`),
    ...saved.filter((text) => SECRET_LETTER.test(text)).map((text) => `saved: ${text}`),
  ];
  if (leaks.length > 0)
    throw new Error(
      `After ${after}:\n${leaks.join('\n')}\n${JSON.stringify(await call(page, 'json'))}`,
    );
}

/** Tests generated notes, fragments and keys: no letter of a secret is ever in a passage for more people than the GMs. */
export function testSecretBoxes(count: number): void {
  let opened: EditorPage;
  beforeAll(async () => {
    opened = await openEditorPage();
  });
  afterAll(() => opened?.close());

  it('keeps every letter of a secret out of passages for players', async () => {
    const { page } = opened;
    const errors: string[] = [];
    page.on('pageerror', ({ message, stack }) => errors.push(stack ?? message));
    const runs = propertyRuns(count);
    const given = { ...runs, seed: runs.seed ?? Date.now() % 2 ** 31 };
    process.stdout.write(`secret boxes: ${given.numRuns} runs, SEED=${given.seed}\n`);
    await fc.assert(
      fc.asyncProperty(
        passages,
        fc.array(step, { minLength: 2, maxLength: 14 }),
        async (note, steps) => {
          await openNote(page, note);
          for (const one of [...steps, { do: 'save' as const, isSettled: true }]) {
            await act(page, one);
            await check(page, JSON.stringify(one));
          }
          if (errors.length > 0) throw new Error(errors.splice(0).join('\n'));
        },
      ),
      given,
    );
  });
}
