import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { productClient } from '@tomekeeper/launcher/demo';
import { join, tokenOf, type Member } from '../product/people';
import type { Product } from '../product/product';
import type { Worked } from './game-master';
import { fileOf } from './readers';
import type { Secret } from './sight';

const PLAYERS = 4;

const PICTURE = readFileSync(
  path.join(__dirname, '../../../launcher/src/demo/files/map-of-gallowmere.png'),
);

const Made = z.object({ id: z.uuid() });
const Image = z.object({ image: z.uuid(), width: z.number(), height: z.number() });
const Passages = z.object({ passages: z.array(z.object({ id: z.string(), text: z.string() })) });
const Thumbnails = z.object({ thumbnails: z.array(z.object({ state: z.string() })) });

/** Returns a word that occurs in one secret only. */
const newWord = () => `canary${randomBytes(8).toString('hex')}`;

export type Scene = {
  readonly campaign: string;
  readonly gm: () => Promise<string>;
  readonly players: readonly Member[];
  readonly documents: readonly Worked[];
  /** Files that players never get, because part of their text was once hidden from them. */
  readonly withheld: readonly Secret[];
  /** Images in texts, by document. */
  readonly images: ReadonlyMap<string, readonly string[]>;
  readonly linkedTo: string;
};

/**
 * Creates a campaign with public and private notes and files with hidden parts, and documents that are hidden as a
 * whole.
 */
export async function setScene(product: Product): Promise<Scene> {
  const gm = await tokenOf(product);
  const players: Member[] = [];
  for (let n = 0; n < PLAYERS; n += 1) players.push(await join(product));
  const client = productClient(product.url, await gm());
  const campaign = await client.campaign(`Campaign ${randomUUID()}`, 'Any');
  await client.addPlayers(
    campaign,
    players.map(({ id }) => id),
  );
  const { call } = client;
  const author = new Author(campaign, client);

  const linkedTo = await author.note({ title: 'The Gilded Heron', is_spoilers: false });
  const note = await author.note({ title: 'Evening', is_spoilers: false });
  const map = await author.picture(note);
  const secretsOfNote = [
    await author.write(note, { link: linkedTo }),
    await author.write(note, { image: map }),
    await author.write(note, {}),
  ];
  const lair = await author.note({ title: 'Lair', is_spoilers: true });
  const secretsOfLair = [
    await author.write(lair, { link: linkedTo }),
    await author.write(lair, {}),
  ];
  const file = await author.file(product, { isSpoiler: false });
  const plot = await author.file(product, { isSpoiler: true });
  const hall = await author.whole('text/markdown', '# Hall');
  const plan = await author.whole('image/png', PICTURE);
  await product.until('the picture is ready', async () => {
    const where = `/api/documents/thumbnails/?campaign=${campaign}&ids=${plan.document}`;
    const [one] = Thumbnails.parse(await call('GET', where)).thumbnails;
    return one?.state === 'ready';
  });
  await product.until('players get the hall', async () => {
    const where = `/api/documents/${hall.document}/passages/`;
    return Passages.parse(await call('GET', where)).passages.length > 0;
  });
  // Hides all passages from players.
  for (const { document, passages } of [...secretsOfNote, ...file.secrets])
    await call('PUT', `/api/documents/${document}/audience/`, { passages, audience: 'gm' });

  const handout = (document: string): Secret => ({ document, passages: [], canaries: [document] });
  return {
    campaign,
    gm,
    players,
    documents: [
      { document: note, secrets: secretsOfNote },
      {
        ...{ document: lair, secrets: secretsOfLair, handout: handout(lair) },
        publicTitle: 'A torn page',
      },
      file,
      { ...plot, handout: handout(plot.document), publicTitle: 'A letter' },
      { document: hall.document, secrets: [hall] },
      { document: plan.document, secrets: [plan] },
    ],
    withheld: [file, plot, { document: lair }, { document: note }].map(({ document }) => ({
      ...{ document, passages: [], canaries: [fileOf(document)] },
    })),
    images: new Map([[note, [map.image]]]),
    linkedTo,
  };
}

type Drawn = z.infer<typeof Image>;

/** Creates the campaign's notes and files. */
class Author {
  constructor(
    private readonly campaign: string,
    private readonly client: ReturnType<typeof productClient>,
  ) {}

  async note(about: { title: string; is_spoilers: boolean }): Promise<string> {
    const body = { campaign: this.campaign, markdown: '# Plain\n\nWords.', ...about };
    return Made.parse(await this.client.call('POST', '/api/documents/notes/', body)).id;
  }

  async picture(note: string): Promise<Drawn> {
    const file = { fileName: 'map.png', contentType: 'image/png', content: PICTURE };
    const s3_key = await this.client.store(this.campaign, file, { purpose: 'image' });
    return Image.parse(
      await this.client.call('POST', `/api/documents/${note}/images/`, { s3_key }),
    );
  }

  /** Appends three passages to a note. */
  async write(note: string, { link, image }: { link?: string; image?: Drawn }): Promise<Secret> {
    const word = newWord();
    const [first, heading, last] = [randomUUID(), randomUUID(), randomUUID()];
    const inlines = [{ text: `Below lies ${word}`, ...(link && { href: `#d-${link}` }) }];
    await this.client.call('PATCH', `/api/documents/${note}/passages/`, {
      changes: [
        { id: first, kind: 'paragraph', content: { inlines } },
        { id: heading, kind: 'heading', level: 2, content: { inlines: [{ text: `Of ${word}` }] } },
        image
          ? { id: last, kind: 'image', content: { ...image, inlines: [{ text: 'A map.' }] } }
          : { id: last, kind: 'quote', content: { blocks: [quoted(word)] } },
      ],
    });
    const ids = [first, heading, last] as const;
    const drawn = image ? [image.image] : [];
    return { document: note, passages: ids, canaries: [...ids, ...drawn, word] };
  }

  /** Uploads a file with two secrets in its text. */
  async file(
    product: Product,
    { isSpoiler }: { isSpoiler: boolean },
  ): Promise<{ document: string; secrets: Secret[] }> {
    const words = [newWord(), newWord()];
    const stretches = words.map((word) => `Here is ${word}.\n\n## About ${word}\n\nMore ${word}.`);
    const document = await this.client.upload(this.campaign, {
      ...{ fileName: `${randomUUID()}.md`, contentType: 'text/markdown', isSpoiler },
      content: `# Plain\n\n${stretches.join('\n\nBetween.\n\n')}`,
    });
    const read = async () => {
      const where = `/api/documents/${document}/passages/?limit=500`;
      return Passages.parse(await this.client.call('GET', where)).passages;
    };
    await product.until('the text is read', async () => (await read()).length > 0);
    const passages = await read();
    const secrets = words.map((word): Secret => {
      const [first = '', ...more] = passages
        .filter(({ text }) => text.includes(word))
        .map(({ id }) => id);
      return { document, passages: [first, ...more], canaries: [first, ...more, word] };
    });
    return { document, secrets };
  }

  /** Creates a public document that is hidden and revealed as a whole. */
  async whole(contentType: string, content: string | Buffer): Promise<Secret> {
    const word = newWord();
    const document = await this.client.upload(this.campaign, {
      ...{ fileName: `${word}.md`, contentType, isSpoiler: false },
      content: typeof content === 'string' ? `${content} ${word}` : content,
    });
    return { document, passages: [], canaries: [document, fileOf(document), word] };
  }
}

const quoted = (word: string) => ({
  kind: 'paragraph',
  depth: 0,
  inlines: [{ text: `Whoever says ${word}` }],
});
