import { DOCUMENT_SORTINGS } from '@tomekeeper/contracts-document';
import type { Method, Operation } from '@tomekeeper/testing';
import { CANARY, SESSION_START } from './world-files';
import type { Guess, World } from './worlds';

export type Attempt = { method: Method; url: string; body?: object };

/** All attempts of a player with one operation: with known and with guessed values. */
export function attemptsAt(operation: Operation, world: World): Attempt[] {
  const { method, path: url, query, body } = operation;
  const attempts = [...world.known, ...world.guesses].flatMap((target) => {
    const fill = (name: string) => String(valueOf(name, target, world));
    // In the address, the first handout of a document; `new` in a body.
    const inAddress = (name: string) => (name === 'handout' ? target.id : fill(name));
    const place = `${url.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(name))}/`;
    // In bodies, in the ledger and for recaps, `from` is a time; elsewhere in addresses, the number of a passage.
    const inBody = (name: string) =>
      name === 'from'
        ? '2026-11-24T12:00:00Z'
        : name === 'kind' && url.endsWith('/news/read')
          ? 'session'
          : valueOf(name, target, world);
    const good = body?.map((name) => [name, inBody(name)] as const);
    const inQuery = (name: string) =>
      name !== 'from'
        ? fill(name)
        : url.endsWith('/recaps')
          ? SESSION_START
          : fill(url.endsWith('/ledger') ? 'until' : name);
    return [place, ...query.map((name) => `${place}?${name}=${inQuery(name)}`)].flatMap((asked) =>
      (good ? [{}, Object.fromEntries(good), NONSENSE] : [undefined]).map((sent) => ({
        method,
        url: asked,
        ...(sent && { body: sent }),
      })),
    );
  });
  return [...new Map(attempts.map((one) => [JSON.stringify(one), one])).values()];
}

const NONSENSE = { is_spoilers: 'nonsense', campaign: 1, s3_key: 1, original_filename: 1, tags: 1 };

/** A valid value. Unknown names fail: a new field needs a value here. */
function valueOf(name: string, target: Guess, world: World): unknown {
  const known: Record<string, unknown> = {
    id: target.id,
    version: target.version,
    // Only a GM who sees the document can name the document to replace.
    replaces: target.id,
    ids: target.id,
    campaign: world.campaign,
    s3_key: target.s3_key,
    queue: 'events-document',
    job: target.id,
    file_name: 'guess.txt',
    original_filename: 'guess.txt',
    content_type: 'text/plain',
    is_spoilers: false,
    size: 5,
    tags: ['guess'],
    parts: [1],
    // Text that a GM writes to visible content in the world with secrets.
    tag: CANARY,
    is_shared: true,
    kind: 'file',
    category: 'faction',
    portrait: target.id,
    aliases: [{ name: 'guess' }],
    q: 'guess',
    pinned: true,
    passage: target.passage,
    after: target.passage,
    before: target.passage,
    around: target.passage,
    page: 1,
    from: 1,
    until: '2026-11-25T12:00:00Z',
    since: 1,
    limit: 2,
    download: 'true',
    content_fingerprint: 'ab'.repeat(32),
    purpose: 'cover',
    title: 'guess',
    markdown: 'guess',
    changes: [{ id: target.passage, kind: 'paragraph', content: {}, from: [target.passage] }],
    give_file: true,
    checklist: [{ text: 'guess', done: true }],
    player: world.player.id,
    texts: [CANARY],
    audience: 'party',
    revealing: { document: target.id, passages: [target.passage] },
    as_of: '2026-11-24T12:00:00Z',
    order: 'oldest',
    sort: 'title',
    group: 'category',
    passages: [target.passage],
    public_title: 'guess',
    act: target.version,
    handout: 'new',
    removed: [{ id: target.passage, base_version: 1 }],
    seen_title: 'guess',
    keep: false,
    players: [world.player.id],
    title_seen_by: 'gm',
    idempotency_key: target.id,
    note: target.id,
    change: target.id,
    discard_edits: 'true',
    author_audience: 'party',
    mine: 'true',
    comment: target.comment,
    comments: 'off',
    text: 'guess',
    frequency: 'at_once',
    // Responses with news of all kinds show more.
    kinds: ['document', 'note', 'comment'],
    token: target.id,
    import: target.id,
    export: target.id,
    key: target.s3_key,
    format: 'obsidian',
    items: [1],
    set: { action: 'skip' },
    skipped_sections: ['comments'],
    imported: 'true',
    documents: [target.id],
  };
  if (!(name in known))
    throw new Error(
      `Add the requests of a player for '${name}', which the OpenAPI document contains.`,
    );
  return known[name];
}

const FILTERS = [
  ...['tag=a', `tag=${CANARY}`, 'kind=file', 'kind=note', 'kind=pdf', 'category=faction'],
  ...['audience=public', 'audience=spoilers', `q=${CANARY}`, 'q=a'],
];

const firstPage = ({ campaign }: World, limit: number): string =>
  `/api/documents/?campaign=${campaign}&limit=${limit}`;

/** Lists of documents in every order, in pages of two. */
export const listsOf = (world: World): string[] =>
  [...DOCUMENT_SORTINGS, 'newest&group=category', 'title&group=category'].map(
    (sort) => `${firstPage(world, 2)}&sort=${sort}`,
  );

/** Filtered pages of documents. */
export const pagesOf = (world: World): string[] => [
  ...FILTERS.map((filter) => `${firstPage(world, 100)}&${filter}`),
  ...[...world.known, ...world.guesses].map(({ id }) => `${firstPage(world, 1)}&ids=${id}`),
];
