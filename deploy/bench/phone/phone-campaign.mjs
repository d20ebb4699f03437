import { madeBookOfWords } from '../finding/made-library.mjs';
import { gameMaster } from '../game-master.mjs';
import { logIn } from '../page-load.mjs';
import { idIn, newPerson, poolOf, signedIn } from '../people.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

/**
 * A player of a campaign with a text and notes, signed in on a phone.
 * @param {{ url: string, mailUrl: string }} product
 * @param {import('playwright-core').Browser} browser
 * @param {number} notes
 */
export async function playerOnPhone(product, browser, notes) {
  const gm = await gameMaster(product, (await signedIn(product)).token);
  const { client } = await poolOf(product);
  const person = await newPerson(client, product);
  await gm.call('POST', `/campaigns/${gm.campaign}/add-players/`, {
    players: [idIn(await client.signIn(person))],
  });
  for (let number = 1; number <= notes; number++)
    await gm.call('POST', '/documents/notes/', {
      campaign: gm.campaign,
      title: `Room ${number} of the lighthouse`,
      is_spoilers: false,
      markdown: `The keeper of room ${number} rings a bell at dusk.`,
    });
  const { id } = await gm.uploadFile('The marsh.md', madeBookOfWords(300, 7));
  await gm.untilRead();
  const context = await browser.newContext({ ...PHONE, baseURL: product.url });
  await logIn(await context.newPage(), person);
  const storageState = await context.storageState();
  await context.close();
  return {
    campaign: gm.campaign,
    document: id,
    /** A browser with an empty cache. @param {boolean} isSignedIn */
    open: (isSignedIn) =>
      browser.newContext({
        ...PHONE,
        baseURL: product.url,
        ...(isSignedIn ? { storageState } : {}),
      }),
  };
}
