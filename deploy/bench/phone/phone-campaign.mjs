import { madeBookOfWords } from '../finding/made-library.mjs';
import { gameMaster } from '../game-master.mjs';
import { logIn } from '../page-load.mjs';
import { signedIn } from '../people.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

/**
 * A player of a campaign with a text and notes, signed in on a phone.
 * @param {{ url: string, inboxUrl: string }} product
 * @param {import('playwright-core').Browser} browser
 * @param {number} notes
 */
export async function playerOnPhone(product, browser, notes) {
  const gm = await gameMaster(product, (await signedIn(product)).token);
  const { id: player, person } = await signedIn(product);
  await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, { players: [player] });
  for (let number = 1; number <= notes; number++)
    await gm.call('POST', '/documents/notes/', {
      campaign: gm.campaign,
      title: `Room ${number} of the lighthouse`,
      is_spoilers: false,
      markdown: `The keeper of room ${number} rings a bell at dusk.`,
    });
  const document = await gm.uploadFile('The marsh.md', madeBookOfWords(300, 7));
  await gm.untilRead();
  const context = await browser.newContext({ ...PHONE, baseURL: product.url });
  await logIn(await context.newPage(), person);
  const storageState = await context.storageState();
  await context.close();
  return {
    campaign: gm.campaign,
    document,
    /** A browser with an empty cache. @param {boolean} isSignedIn */
    open: (isSignedIn) =>
      browser.newContext({
        ...PHONE,
        baseURL: product.url,
        ...(isSignedIn ? { storageState } : {}),
      }),
  };
}
