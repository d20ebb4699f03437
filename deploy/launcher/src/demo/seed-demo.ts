import fs from 'node:fs/promises';
import path from 'node:path';
import { codeFor } from './demo-inbox';
import { largeDocuments } from './large-campaign';
import { productClient, type DemoSession } from './product-client';
import { PoolRefusal, poolOf, type Person, type UserPoolClient } from './user-pool-client';

/** A file in `files`, with the document that is created from it. */
export interface DemoDocument {
  file: string;
  name: string;
  tags?: readonly string[];
  category?: 'person' | 'place' | 'event';
  pinned?: boolean;
}

interface DemoCharacter {
  name: string;
  line: string;
}

interface DemoCampaign {
  title: string;
  gameSystem: string;
  /** Oldest first: the list shows the newest on top. Names of spoiler files start with an underscore. */
  documents: readonly DemoDocument[];
}

const GALLOWMERE: DemoCampaign = {
  title: 'The Drowned Bell of Gallowmere',
  gameSystem: 'Any d20 system',
  documents: [
    { file: 'house-rules.md', name: 'House rules', pinned: true },
    { file: 'notice-of-the-mayor.pdf', name: 'Notice of the mayor', tags: ['handouts'] },
    {
      file: 'a-guide-to-gallowmere.md',
      name: 'A guide to Gallowmere',
      tags: ['places'],
      category: 'place',
    },
    {
      file: '_what-the-lighthouse-keeper-hides.md',
      name: 'What the lighthouse keeper hides',
      tags: ['people'],
      category: 'person',
    },
    {
      file: 'session-1-the-bell-under-the-water.md',
      name: 'Session 1, the bell under the water',
      tags: ['sessions'],
      category: 'event',
    },
    {
      file: '_the-flooded-crypt-room-by-room.md',
      name: 'The flooded crypt, room by room',
      tags: ['places/crypt'],
      category: 'place',
      pinned: true,
    },
    {
      file: '_map-of-the-flooded-crypt.png',
      name: 'Map of the flooded crypt',
      tags: ['places/crypt'],
      category: 'place',
    },
    {
      file: 'map-of-gallowmere.png',
      name: 'Map of Gallowmere',
      tags: ['places'],
      category: 'place',
    },
    {
      file: 'people-at-the-gilded-heron.md',
      name: 'People at the Gilded Heron',
      tags: ['people'],
      category: 'person',
    },
  ],
};

const ILVANE: DemoCharacter = {
  name: 'Sister Ilvane',
  line: 'Counts the strokes of the drowned bell, and never sleeps before the last one',
};
const CORIN: DemoCharacter = {
  name: 'Corin Ashlock',
  line: 'A ferryman’s son with a smuggler’s map and no sense of direction',
};

const WEEK_MS = 7 * 24 * 3_600_000;
/** A Friday at seven in the evening, in UTC. */
const SOME_FRIDAY = Date.parse('2026-01-02T19:00:00Z');

/** The session of last Friday, and the announced one of next Friday. */
function sessionsAround(now: number): DemoSession[] {
  const next = SOME_FRIDAY + Math.ceil((now - SOME_FRIDAY) / WEEK_MS) * WEEK_MS;
  const at = (moment: number) => ({
    starts_at: new Date(moment).toISOString(),
    time_zone: 'UTC',
  });
  return [
    {
      title: 'The bell under the water',
      title_released: true,
      state: 'closed',
      number: 1,
      ...at(next - WEEK_MS),
      checklist: [],
    },
    {
      title: 'The lighthouse keeper',
      announced: true,
      number: 2,
      ...at(next),
      checklist: [
        'Print the map of the crypt',
        'Who has the key of the lighthouse?',
        'Ask Tobin about the smuggler’s map',
      ],
    },
  ];
}

/** Run by a player of the first campaign, so that every user's home shows both roles. */
const SALT_ROAD: DemoCampaign = {
  title: 'The Salt Road',
  gameSystem: 'Dice and a pencil',
  documents: [
    { file: 'what-the-carters-say.md', name: 'What the carters say', tags: ['rumours'] },
    { file: '_who-pays-the-carters.md', name: 'Who pays the carters', tags: ['rumours'] },
  ],
};

/** Too long to find anything without search: rule books, a gazetteer and forty sessions. */
const NINTH_TIDE = { title: 'The Ninth Tide', gameSystem: 'Lantern & Ledger' };

const CONTENT_TYPES: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
};

export type DemoSize = 'small' | 'large';

export type DemoSettings = {
  readonly publicUrl: string;
  readonly inboxUrl: string;
  readonly password: string;
  readonly size: DemoSize;
};

export type DemoSignIn = { readonly email: string; readonly role: string };

/**
 * Creates three users and two campaigns with documents (three campaigns in a large demo) through the public
 * API. Existing data is kept.
 */
export async function seedDemo(settings: DemoSettings): Promise<DemoSignIn[]> {
  const { publicUrl, password } = settings;
  const { client: pool } = await poolOf(publicUrl);
  const person = (name: string, firstName: string, lastName: string): Person => ({
    email: `${name}@demo.tomekeeper.example`,
    password,
    firstName,
    lastName,
  });
  const clientOf = async (someone: Person) => {
    const client = productClient(publicUrl, await signedIn(pool, someone, settings.inboxUrl));
    return { client, id: await client.myId(), email: someone.email };
  };
  const mira = await clientOf(person('mira', 'Mira', 'Holt'));
  const tobin = await clientOf(person('tobin', 'Tobin', 'Reed'));
  const wren = await clientOf(person('gm', 'Wren', 'Ashdown'));
  const gallowmere = await fill(wren.client, GALLOWMERE, [mira.id, tobin.id]);
  await wren.client.addSessions(gallowmere, sessionsAround(Date.now()));
  await mira.client.addCharacter(gallowmere, mira.id, ILVANE);
  await tobin.client.addCharacter(gallowmere, tobin.id, CORIN);
  await fill(mira.client, SALT_ROAD, [wren.id, tobin.id]);
  if (settings.size === 'large')
    await fill(wren.client, { ...NINTH_TIDE, documents: await largeDocuments() }, [
      mira.id,
      tobin.id,
    ]);
  return [
    { email: wren.email, role: 'GM' },
    { email: mira.email, role: 'player' },
    { email: tobin.email, role: 'player' },
  ];
}

async function signedIn(pool: UserPoolClient, person: Person, inbox: string): Promise<string> {
  try {
    return await pool.signIn(person);
  } catch (error) {
    if (!(error instanceof PoolRefusal)) throw error;
    // The mail server stores whole seconds.
    const since = Date.now() - 1_500;
    if (error.code === 'UserNotConfirmedException') await pool.resendCode(person);
    else await pool.signUp(person);
    await pool.confirm(person, await codeFor(inbox, person.email, since));
    return pool.signIn(person);
  }
}

/** Creates the missing parts of a campaign: players and documents. @returns its id */
async function fill(
  product: ReturnType<typeof productClient>,
  { title, gameSystem, documents }: DemoCampaign,
  players: readonly string[],
): Promise<string> {
  const campaign = await product.campaign(title, gameSystem);
  await product.addPlayers(campaign, players);
  const there = await product.fileNames(campaign);
  for (const { file, name, ...details } of documents) {
    const extension = path.extname(file);
    const fileName = name + extension;
    if (there.includes(fileName)) continue;
    const id = await product.upload(campaign, {
      fileName,
      contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
      content: await fs.readFile(path.join(__dirname, 'files', file)),
      isSpoiler: path.basename(file).startsWith('_'),
    });
    if (Object.keys(details).length > 0) await product.update(id, details);
  }
  return campaign;
}
