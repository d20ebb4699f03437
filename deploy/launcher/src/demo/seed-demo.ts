import fs from 'node:fs/promises';
import path from 'node:path';
import { codeFor } from './demo-inbox';
import { productClient, type DemoFile } from './product-client';
import { PoolRefusal, userPoolClient, type Person, type UserPoolClient } from './user-pool-client';

const TITLE = 'The Drowned Bell of Gallowmere';
const GAME_SYSTEM = 'Any d20 system';

/** Oldest first: the list shows the newest on top. Spoilers begin with an underscore on disk. */
const FILES = [
  'house-rules.md',
  'notice-of-the-mayor.pdf',
  'a-guide-to-gallowmere.md',
  '_what-the-lighthouse-keeper-hides.md',
  'session-1-the-bell-under-the-water.md',
  '_the-flooded-crypt-room-by-room.md',
  '_map-of-the-flooded-crypt.png',
  'map-of-gallowmere.png',
  'people-at-the-gilded-heron.md',
];

const CONTENT_TYPES: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
};

export type DemoSettings = {
  readonly publicUrl: string;
  readonly inboxUrl: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly password: string;
};

export type DemoSignIn = { readonly email: string; readonly role: string };

/**
 * A GM, two players and a campaign with documents, made through the front door like anybody's. What
 * is there already stays as it is.
 */
export async function seedDemo(settings: DemoSettings): Promise<DemoSignIn[]> {
  const { publicUrl, password } = settings;
  const pool = userPoolClient(`${publicUrl}/idp`, settings.poolId, settings.clientId);
  const person = (name: string, firstName: string, lastName: string): Person => ({
    email: `${name}@demo.tomekeeper.example`,
    password,
    firstName,
    lastName,
  });
  const gm = person('gm', 'Wren', 'Ashdown');
  const players = [person('mira', 'Mira', 'Holt'), person('tobin', 'Tobin', 'Reed')];
  const ids: string[] = [];
  for (const player of players) {
    const token = await signedIn(pool, player, settings.inboxUrl);
    ids.push(await productClient(publicUrl, token).myId());
  }
  const product = productClient(publicUrl, await signedIn(pool, gm, settings.inboxUrl));
  const campaign = await product.campaign(TITLE, GAME_SYSTEM);
  await product.addPlayers(campaign, ids);
  const there = await product.fileNames(campaign);
  for (const file of await files()) {
    if (!there.includes(file.fileName)) await product.upload(campaign, file);
  }
  return [
    { email: gm.email, role: 'GM' },
    ...players.map(({ email }) => ({ email, role: 'player' })),
  ];
}

async function signedIn(pool: UserPoolClient, person: Person, inbox: string): Promise<string> {
  try {
    return await pool.signIn(person);
  } catch (error) {
    if (!(error instanceof PoolRefusal)) throw error;
    // The mail server keeps whole seconds.
    const since = Date.now() - 1_500;
    if (error.code === 'UserNotConfirmedException') await pool.resendCode(person);
    else await pool.signUp(person);
    await pool.confirm(person, await codeFor(inbox, person.email, since));
    return pool.signIn(person);
  }
}

async function files(): Promise<DemoFile[]> {
  return Promise.all(
    FILES.map(async (name) => ({
      fileName: fileNameOf(name),
      contentType: CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream',
      content: await fs.readFile(path.join(__dirname, 'files', name)),
      isSpoiler: name.startsWith('_'),
    })),
  );
}

/** `_the-flooded-crypt.md` → `The flooded crypt.md` */
function fileNameOf(name: string): string {
  const words = name.replace(/^_/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
