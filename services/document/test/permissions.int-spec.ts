import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

type Who = 'visitor' | 'stranger' | 'player' | 'co_gm' | 'owner' | 'operator';
type PermissionRow = [
  method: Method,
  path: string,
  body: object | undefined,
  what: 'public' | 'spoilers' | 'trashed',
  expected: Record<Who, number>,
];

const PRESIGN = { campaign: '{campaign}', file_name: 'a.txt', content_type: 'text/plain' };
const FINALIZE = { campaign: '{campaign}', s3_key: '{key}' };
const PARTS = { ...FINALIZE, parts: [1] };
const TAGGED = { ...FINALIZE, tags: ['npcs'] };

/** GET parameters are in the URL. */
const TRASH = { campaign: '{campaign}' };
const THUMBNAILS = { campaign: '{campaign}', ids: '{id}' };

const PICTURES = '/api/documents/pictures';
const NOTE_PICTURE = `${PICTURES}?campaign={campaign}&purpose=note&note={id}`;

const SHARED_TAGS = '/api/documents/shared-tags';
const SHARED = { campaign: '{campaign}', tag: 'npcs', is_shared: true };

const REPLACE = { s3_key: '{key}' };
const VERSIONS = '/api/documents/{id}/versions';
const VERSION = `${VERSIONS}/{version}`;

const ASKED_OF_TEXT: Record<string, object | undefined> = {
  passages: undefined,
  outline: undefined,
  backlinks: undefined,
  find: { q: 'dragons' },
  images: { ids: '{id}' },
};
const TEXTS = Object.entries(ASKED_OF_TEXT).flatMap(([what, asked]): PermissionRow[] => {
  const url = `/api/documents/{id}/${what}`;
  return [
    ['GET', url, asked, 'public', all(401, 404, 200, 200)],
    ['GET', url, asked, 'spoilers', all(401, 404, 404, 200)],
    ['GET', url, asked, 'trashed', all(401, 404, 404, 404)],
  ];
});

const AUDIENCE = '/api/documents/{id}/audience';
const CHOICE = { passages: 'all', audience: 'gm' };
const HANDOUTS = '/api/documents/{id}/handouts';
const HANDOUT = `${HANDOUTS}/{handout}`;
const ACT = '/api/documents/{id}/acts/{act}';

const PART = '/api/documents/{id}/parts/{passage}';

const NOTES = '/api/documents/notes';
const NOTE = { campaign: '{campaign}', title: 'Plans' };
const PLAYER_NOTE = { ...NOTE, author_audience: 'private' };
const EDITABLE = '/api/documents/{id}/editable';
const ORIGINAL = '/api/documents/{id}/original';
const RELEASE = { audience: 'readers' };
const EDITING = '/api/documents/{id}/editing';
const WRITING = '/api/documents/{id}/passages';
const WORDS = { title: 'Other plans' };
const TEXT_VERSIONS = '/api/documents/{id}/text-versions';
const TEXT_VERSION = `${TEXT_VERSIONS}/{version}`;

const LEDGER = '/api/campaigns/{campaign}/ledger';

const SPOILER_CHECK = '/api/documents/spoiler-check';
const TITLE = { campaign: '{campaign}', texts: ['Strahd'], audience: 'party' };

const COMMENTS = '/api/documents/{id}/comments';
const COMMENT = `${COMMENTS}/{comment}`;
const COMMENTED = {
  ...{ passage: '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000', text: 'Hm.' },
  idempotency_key: '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0001',
};
const COMMENT_SETTINGS = '/api/documents/comments/settings';
const COMMENTS_OFF = { campaign: '{campaign}', comments: 'off' };
const RECAPS = '/api/documents/recaps';
const RECAP = {
  ...{ campaign: '{campaign}', title: 'Session 12: recap' },
  ...{ from: '2026-11-01T18:00:00Z', until: '2026-11-01T23:00:00Z' },
};
const OF_SESSION = { campaign: '{campaign}', from: RECAP.from };
const NEWS_MAIL = '/api/documents/news/mail';
const NEWS_KINDS = '/api/documents/news/kinds';
const NO_COMMENTS = { campaign: '{campaign}', kinds: ['document', 'note'] };
const DAILY = { campaign: '{campaign}', frequency: 'daily' };

const IMPORTS = '/api/imports';
const IMPORT = `${IMPORTS}/{import}`;
const IMPORTED = { campaign: '{campaign}', key: '{key}' };
const EXPORTS = '/api/campaigns/{campaign}/exports';

const OPERATIONS = '/api/operations/document';

/** `{id}`, `{key}`, `{version}` and `{campaign}` belong to a document of the given kind. */
const MATRIX: PermissionRow[] = [
  ['GET', '/api/documents', undefined, 'spoilers', all(401, 200, 200, 200)],
  ['POST', '/api/documents/presign', PRESIGN, 'spoilers', all(401, 404, 403, 200)],
  // With permission, finalized uploads give 404.
  ['POST', '/api/documents/presign-parts', PARTS, 'spoilers', all(401, 404, 403, 404)],
  ['POST', '/api/documents/discard-upload', FINALIZE, 'spoilers', all(401, 404, 403, 404)],
  ['POST', '/api/documents/finalize', FINALIZE, 'spoilers', all(401, 404, 403, 201)],
  ['POST', '/api/documents/finalize', TAGGED, 'spoilers', all(401, 404, 403, 201)],
  ['GET', SHARED_TAGS, TRASH, 'public', all(401, 404, 403, 200)],
  ['POST', SHARED_TAGS, SHARED, 'public', all(401, 404, 403, 200)],
  ['GET', '/api/documents/news', TRASH, 'spoilers', all(401, 404, 200, 200)],
  ['GET', '/api/documents/news/counts', undefined, 'spoilers', all(401, 200, 200, 200)],
  ['PUT', '/api/documents/news/read', TRASH, 'spoilers', all(401, 404, 204, 204)],
  ['GET', NEWS_MAIL, TRASH, 'spoilers', all(401, 404, 200, 200)],
  ['PUT', NEWS_MAIL, DAILY, 'spoilers', all(401, 404, 200, 200)],
  ['GET', NEWS_KINDS, TRASH, 'spoilers', all(401, 404, 200, 200)],
  ['PUT', NEWS_KINDS, NO_COMMENTS, 'spoilers', all(401, 404, 200, 200)],
  // 204 for every token: the response does not reveal whether a choice exists.
  ['POST', `${NEWS_MAIL}/stop?token={id}`, undefined, 'spoilers', all(204, 204, 204, 204)],
  ['PUT', '/api/documents/{id}/read', undefined, 'public', all(401, 404, 200, 200)],
  ['PUT', '/api/documents/{id}/read', undefined, 'spoilers', all(401, 404, 404, 200)],
  ['PUT', '/api/documents/{id}/read', undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', '/api/documents/overview', TRASH, 'spoilers', all(401, 200, 200, 200)],
  ['GET', '/api/documents/facets', TRASH, 'spoilers', all(401, 200, 200, 200)],
  ['GET', '/api/documents/{id}/neighbors', undefined, 'public', all(401, 404, 200, 200)],
  ['GET', '/api/documents/{id}/neighbors', undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', '/api/documents/{id}/neighbors', undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', '/api/documents/thumbnails', THUMBNAILS, 'public', all(401, 200, 200, 200)],
  ['GET', '/api/documents/{id}', undefined, 'public', all(401, 404, 200, 200)],
  ['GET', '/api/documents/{id}', undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', '/api/documents/{id}', undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', '/api/documents/{id}/content', undefined, 'public', all(401, 404, 200, 200)],
  ['PATCH', '/api/documents/{id}', { is_spoilers: true }, 'public', all(401, 404, 403, 200)],
  ['DELETE', '/api/documents/{id}', undefined, 'public', all(401, 404, 403, 204)],
  ['GET', '/api/documents/{id}/content', undefined, 'spoilers', all(401, 404, 404, 200)],
  ['PATCH', '/api/documents/{id}', { is_spoilers: false }, 'spoilers', all(401, 404, 404, 200)],
  ['DELETE', '/api/documents/{id}', undefined, 'spoilers', all(401, 404, 404, 204)],
  ['PATCH', '/api/documents/{id}', { tags: ['npcs'] }, 'public', all(401, 404, 403, 200)],
  ['PATCH', '/api/documents/{id}', { category: 'place' }, 'public', all(401, 404, 403, 200)],
  ['PATCH', '/api/documents/{id}', { category: 'place' }, 'spoilers', all(401, 404, 404, 200)],
  ['PATCH', '/api/documents/{id}', { aliases: [] }, 'public', all(401, 404, 403, 200)],
  ['PATCH', '/api/documents/{id}', { portrait: null }, 'public', all(401, 404, 403, 200)],
  ['PATCH', '/api/documents/{id}', { portrait: null }, 'spoilers', all(401, 404, 404, 200)],
  ['GET', '/api/documents/shown', undefined, 'public', all(401, 200, 200, 200)],
  // 204 for every id: the response does not reveal whether a show exists.
  ['DELETE', '/api/documents/shown/{id}', undefined, 'public', all(401, 204, 204, 204)],
  ['POST', '/api/documents/{id}/show', undefined, 'public', all(401, 404, 403, 200)],
  ['POST', '/api/documents/{id}/show', undefined, 'spoilers', all(401, 404, 404, 200)],
  ['POST', '/api/documents/{id}/show', { keep: false }, 'public', all(401, 404, 403, 409)],
  ['POST', '/api/documents/{id}/show', { keep: false }, 'spoilers', all(401, 404, 404, 409)],
  ['POST', '/api/documents/{id}/show', undefined, 'trashed', all(401, 404, 404, 404)],
  ['DELETE', '/api/documents/{id}/show', undefined, 'public', all(401, 404, 403, 409)],
  ['DELETE', '/api/documents/{id}/show', undefined, 'spoilers', all(401, 404, 404, 409)],
  ['GET', '/api/documents/trash', TRASH, 'trashed', all(401, 404, 403, 200)],
  ['POST', '/api/documents/{id}/restore', undefined, 'trashed', all(401, 404, 404, 200)],
  ['DELETE', '/api/documents/trash/{id}', undefined, 'trashed', all(401, 404, 404, 204)],
  ['GET', '/api/documents/{id}/content', undefined, 'trashed', all(401, 404, 404, 404)],
  ['PATCH', '/api/documents/{id}', { is_spoilers: false }, 'trashed', all(401, 404, 404, 404)],
  ['DELETE', '/api/documents/{id}', undefined, 'trashed', all(401, 404, 404, 404)],
  ['POST', '/api/documents/{id}/restore', undefined, 'public', all(401, 404, 404, 404)],
  ['DELETE', '/api/documents/trash/{id}', undefined, 'public', all(401, 404, 404, 404)],
  ['GET', '/api/documents/covers', undefined, 'public', all(401, 200, 200, 200)],
  ['GET', '/api/documents/covers/{campaign}', undefined, 'public', all(401, 404, 200, 200)],
  // With permission, uploads of other users give 404.
  ['POST', '/api/documents/covers', FINALIZE, 'public', all(401, 404, 403, 404)],
  ['DELETE', '/api/documents/covers/{campaign}', undefined, 'public', all(401, 404, 403, 204)],
  ['GET', PICTURES, TRASH, 'public', all(401, 404, 200, 200)],
  // Without an image; the owner has no character. See member-pictures.long-spec.ts.
  [
    'POST',
    `${PICTURES}?campaign={campaign}&purpose=character`,
    undefined,
    'public',
    { ...all(401, 404, 409, 409), owner: 403 },
  ],
  // For pictures in a player's note; see player-note-pictures.long-spec.ts.
  ['POST', NOTE_PICTURE, undefined, 'public', all(401, 404, 403, 404)],
  ['POST', NOTE_PICTURE, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['POST', NOTE_PICTURE, undefined, 'trashed', all(401, 404, 404, 404)],
  // The id of a document is none of a picture.
  ['DELETE', `${PICTURES}/{id}`, undefined, 'public', all(401, 404, 404, 404)],
  ['GET', VERSIONS, undefined, 'public', all(401, 404, 403, 200)],
  ['GET', VERSIONS, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['POST', VERSIONS, REPLACE, 'public', all(401, 404, 403, 200)],
  ['POST', VERSIONS, REPLACE, 'spoilers', all(401, 404, 404, 200)],
  ['POST', `${VERSION}/restore`, undefined, 'public', all(401, 404, 403, 200)],
  ['POST', `${VERSION}/restore`, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', `${VERSION}/content`, undefined, 'public', all(401, 404, 403, 200)],
  ['GET', `${VERSION}/content`, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['DELETE', VERSION, undefined, 'public', all(401, 404, 403, 204)],
  ['DELETE', VERSION, undefined, 'spoilers', all(401, 404, 404, 204)],
  ...TEXTS,
  ['GET', '/api/documents/parts', TRASH, 'public', all(401, 200, 200, 200)],
  // No passage has the document's id.
  ['PATCH', PART, { pinned: true }, 'public', all(401, 404, 403, 404)],
  ['PATCH', PART, { pinned: true }, 'spoilers', all(401, 404, 404, 404)],
  ['PUT', AUDIENCE, CHOICE, 'public', all(401, 404, 403, 200)],
  ['PUT', AUDIENCE, CHOICE, 'spoilers', all(401, 404, 404, 200)],
  ['PUT', AUDIENCE, CHOICE, 'trashed', all(401, 404, 404, 404)],
  // A new handout needs readers.
  ['PUT', AUDIENCE, { ...CHOICE, handout: 'new' }, 'public', all(401, 404, 403, 400)],
  ['PUT', AUDIENCE, { ...CHOICE, handout: 'new' }, 'spoilers', all(401, 404, 404, 400)],
  ['GET', HANDOUTS, undefined, 'public', all(401, 404, 403, 200)],
  ['GET', HANDOUTS, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', HANDOUTS, undefined, 'trashed', all(401, 404, 404, 404)],
  ['PATCH', HANDOUT, { category: 'item' }, 'public', all(401, 404, 403, 400)],
  ['PATCH', HANDOUT, { category: 'item' }, 'spoilers', all(401, 404, 404, 200)],
  ['PATCH', HANDOUT, { category: 'item' }, 'trashed', all(401, 404, 404, 404)],
  // No ledger entry has the document's id.
  ['DELETE', ACT, undefined, 'public', all(401, 404, 403, 404)],
  ['DELETE', ACT, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['POST', NOTES, NOTE, 'public', all(401, 404, 403, 201)],
  // Notes of players belong to no campaign; see player-notes.int-spec.ts for their readers.
  ['POST', NOTES, PLAYER_NOTE, 'public', { ...all(401, 404, 201, 403) }],
  ['GET', NOTES, TRASH, 'public', all(401, 404, 200, 200)],
  ['GET', `${NOTES}/trash`, TRASH, 'public', all(401, 404, 200, 200)],
  ['GET', `${NOTES}/{id}`, undefined, 'public', all(401, 404, 404, 404)],
  [
    'PUT',
    `${NOTES}/{id}/audience`,
    { author_audience: 'party' },
    'public',
    all(401, 404, 403, 404),
  ],
  // A file has no editable text; see notes.int-spec.ts for notes.
  // The document of the matrix is no text file.
  ['POST', EDITABLE, undefined, 'public', all(401, 404, 403, 409)],
  ['POST', EDITABLE, undefined, 'spoilers', all(401, 404, 404, 409)],
  ['POST', EDITABLE, undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', ORIGINAL, undefined, 'public', all(401, 404, 404, 404)],
  ['GET', ORIGINAL, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['PUT', ORIGINAL, RELEASE, 'public', all(401, 404, 403, 409)],
  ['PUT', ORIGINAL, RELEASE, 'spoilers', all(401, 404, 404, 409)],
  ['PUT', ORIGINAL, RELEASE, 'trashed', all(401, 404, 404, 404)],
  ['GET', EDITING, undefined, 'public', all(401, 404, 403, 409)],
  ['GET', EDITING, undefined, 'spoilers', all(401, 404, 404, 409)],
  ['PATCH', WRITING, WORDS, 'public', all(401, 404, 403, 409)],
  ['PATCH', WRITING, WORDS, 'spoilers', all(401, 404, 404, 409)],
  ['PATCH', WRITING, WORDS, 'trashed', all(401, 404, 404, 404)],
  ...[
    ['GET', TEXT_VERSIONS] as const,
    ['GET', TEXT_VERSION] as const,
    ['POST', `${TEXT_VERSION}/restore`] as const,
  ].flatMap(([method, url]): PermissionRow[] => [
    [method, url, undefined, 'public', all(401, 404, 403, 409)],
    [method, url, undefined, 'spoilers', all(401, 404, 404, 409)],
  ]),
  ['POST', '/api/documents/{id}/images', REPLACE, 'public', all(401, 404, 403, 409)],
  ['POST', '/api/documents/{id}/images', REPLACE, 'spoilers', all(401, 404, 404, 409)],
  ['GET', TEXT_VERSIONS, undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', COMMENTS, undefined, 'public', all(401, 404, 200, 200)],
  ['GET', COMMENTS, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', COMMENTS, undefined, 'trashed', all(401, 404, 404, 404)],
  // The document has no passages; see comments.int-spec.ts.
  ['POST', COMMENTS, COMMENTED, 'public', all(401, 404, 404, 404)],
  ['POST', COMMENTS, COMMENTED, 'spoilers', all(401, 404, 404, 404)],
  ['PATCH', COMMENT, { text: 'Hm.' }, 'public', all(401, 404, 404, 404)],
  ['DELETE', COMMENT, undefined, 'public', all(401, 404, 404, 404)],
  ['GET', COMMENT_SETTINGS, TRASH, 'public', all(401, 404, 403, 200)],
  ['PUT', COMMENT_SETTINGS, COMMENTS_OFF, 'public', all(401, 404, 403, 200)],
  ['POST', RECAPS, RECAP, 'public', all(401, 404, 403, 201)],
  ['GET', RECAPS, OF_SESSION, 'public', all(401, 404, 200, 200)],
  // A document that is no recap has no sources.
  ['GET', `${RECAPS}/{id}/sources`, undefined, 'public', all(401, 404, 403, 200)],
  ['GET', `${RECAPS}/{id}/sources`, undefined, 'spoilers', all(401, 404, 404, 200)],
  ['GET', `${RECAPS}/{id}/sources`, undefined, 'trashed', all(401, 404, 404, 404)],
  ['GET', LEDGER, undefined, 'spoilers', all(401, 404, 403, 200)],
  ['GET', LEDGER, { player: 'party' }, 'spoilers', all(401, 404, 403, 200)],
  ['POST', SPOILER_CHECK, TITLE, 'spoilers', all(401, 404, 403, 200)],
  // Finalized uploads give 404. No import or export has the document's id; see imports.long-spec.ts and exports.int-spec.ts.
  ['POST', IMPORTS, IMPORTED, 'spoilers', all(401, 404, 403, 404)],
  ['GET', IMPORTS, TRASH, 'spoilers', all(401, 404, 403, 200)],
  ['GET', IMPORT, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['PATCH', IMPORT, { set: { action: 'skip' } }, 'spoilers', all(401, 404, 404, 404)],
  ['POST', `${IMPORT}/commit`, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['POST', `${IMPORT}/undo`, {}, 'spoilers', all(401, 404, 404, 404)],
  ['DELETE', IMPORT, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['POST', EXPORTS, { format: 'archive' }, 'spoilers', all(401, 404, 201, 201)],
  ['GET', EXPORTS, undefined, 'spoilers', all(401, 404, 200, 200)],
  ['GET', `${EXPORTS}/{export}`, undefined, 'spoilers', all(401, 404, 404, 404)],
  ['GET', OPERATIONS, undefined, 'spoilers', forOperators(200)],
  ['GET', `${OPERATIONS}/queues/{queue}/failed`, undefined, 'spoilers', forOperators(200)],
  ['POST', `${OPERATIONS}/queues/{queue}/retry-all`, undefined, 'spoilers', forOperators(200)],
  [
    'POST',
    `${OPERATIONS}/queues/{queue}/failed/{job}/retry`,
    undefined,
    'spoilers',
    forOperators(404),
  ],
];

/** An operator has no rights to documents: to everything of other people's they are a stranger. */
function all(visitor: number, stranger: number, player: number, gm: number) {
  return { visitor, stranger, player, co_gm: gm, owner: gm, operator: stranger };
}

function forOperators(operator: number) {
  return { visitor: 401, stranger: 404, player: 404, co_gm: 404, owner: 404, operator };
}

let service: DocumentApp;
let people: Record<Exclude<Who, 'visitor'>, TestPerson>;

beforeAll(async () => {
  service = await startDocumentApp();
  const [stranger, player, coGm, owner] = await Promise.all(
    ['Stranger', 'Player', 'Co-GM', 'Owner'].map((name) => service.identity.join(name)),
  );
  people = {
    stranger: stranger!,
    player: player!,
    co_gm: coGm!,
    owner: owner!,
    operator: await service.identity.joinOperators('Operator'),
  };
});
afterAll(() => service?.stop());

const cases = MATRIX.flatMap(([method, url, body, what, expected]) =>
  (Object.keys(expected) as Who[]).map(
    (who) => [method, url, what, who, expected[who], JSON.stringify(body) ?? ''] as const,
  ),
);

interface World {
  campaign: string;
  document: CampaignDocument;
  version: string | undefined;
}

async function made(what: PermissionRow[3], isVersioned: boolean): Promise<World> {
  const campaign = service.campaign(people.owner, [people.player], [people.co_gm]);
  const document = await service.upload(people.owner, campaign, { spoilers: what === 'spoilers' });
  const { replaced: version } = isVersioned
    ? await service.replaceFile(people.owner, document)
    : { replaced: undefined };
  if (what === 'trashed')
    await service.call('DELETE', `/api/documents/${document.id}`, { as: people.owner });
  return { campaign, document, version };
}

/** Worlds that only calls which change nothing have seen, and how they are. */
const untouched = new Map<PermissionRow[3], World & { before: unknown }>();

/** @returns a world for one call; see {@link untouched} */
async function untouchedOne(what: PermissionRow[3]): Promise<World & { before: unknown }> {
  const known = untouched.get(what);
  // A world that a call changed is not reused.
  if (untouched.delete(what)) return known!;
  const world = await made(what, what !== 'trashed');
  // No background jobs run from here on.
  await service.readTexts();
  return { ...world, before: await everything(world.campaign) };
}

it.each(cases)('%s %s (%s) as %s: %i', async (method, url, what, who, status, body) => {
  const changesNothing = status >= 400 || method === 'GET';
  const known = changesNothing ? await untouchedOne(what) : undefined;
  const { campaign, document, version } = known ?? (await made(what, url.includes('{version}')));
  const answer = await service.call(
    method,
    addressOf({ method, url, body, campaign, id: document.id, version }),
    {
      as: who === 'visitor' ? undefined : people[who],
      body: bodyOf({ method, body, campaign, key: document.s3_key }),
    },
  );
  expect(answer.status).toBe(status);
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  if (status >= 400)
    expect(String(answer.headers['content-type'])).toContain('application/problem+json');
  if (!known) return;
  expect(await everything(campaign)).toEqual(known.before);
  untouched.set(what, known);
});

interface Asked {
  method: Method;
  url: string;
  body: string;
  campaign: string;
  id: string;
  version?: string | undefined;
}

const addressOf = ({ method, url, body, campaign, id, version = id }: Asked) =>
  url
    .replace('{id}', id)
    .replace('{version}', version)
    .replace('{passage}', id)
    .replace('{comment}', id)
    .replace('{handout}', id)
    .replace('{act}', id)
    .replace('{import}', id)
    .replace('{export}', id)
    .replace('{campaign}', campaign)
    .replace('{queue}', 'events-document') +
  (method === 'GET' && body
    ? `?${new URLSearchParams(JSON.parse(body) as Record<string, string>)}`
        .replace('%7Bcampaign%7D', campaign)
        .replace('%7Bid%7D', id)
    : '');

const bodyOf = ({ method, body, campaign, key }: Omit<Asked, 'url' | 'id'> & { key: string }) =>
  method === 'GET'
    ? undefined
    : body.replace('{campaign}', campaign).replace('{key}', key) || undefined;

/** Documents, trash and versions of a campaign. */
async function everything(campaign: string) {
  const of = async (path: string) =>
    (await service.call('GET', `${path}?campaign=${campaign}`, { as: people.owner })).body;
  const versions = await service.uow.query(
    'SELECT * FROM document_version WHERE campaign_id = $1',
    [campaign],
  );
  return [await of('/api/documents/'), await of('/api/documents/trash/'), versions];
}

it('has a row for every endpoint of the OpenAPI document', () => {
  const document = JSON.parse(readFileSync(path.resolve(__dirname, '../openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  const offered = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
  );
  const tested = MATRIX.map(([method, url]) => `${method} ${url.split('?')[0]}`);
  expect(new Set(tested)).toEqual(new Set(offered));
});

it('answers a spoiler to a player like an unknown, a malformed and a stranger’s document', async () => {
  const campaign = service.campaign(people.owner, [people.player]);
  const spoiler = await service.upload(people.owner, campaign, { spoilers: true });
  const foreign = await service.upload(people.owner, service.campaign(people.owner));
  for (const [method, suffix, body] of [
    ['GET', '/content', undefined],
    ['PATCH', '', { is_spoilers: false }],
    ['DELETE', '', undefined],
  ] as const) {
    const answers = await Promise.all(
      [spoiler.id, foreign.id, '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000', 'nonsense', '%00'].map(
        (id) =>
          service.call(method, `/api/documents/${encodeURIComponent(id)}${suffix}`, {
            as: people.player,
            body,
          }),
      ),
    );
    for (const { status, body: problem } of answers) {
      expect(status).toBe(404);
      expect({ ...problem, correlation_id: '' }).toEqual({
        ...answers[0]!.body,
        correlation_id: '',
      });
    }
  }
});

it('asks about one membership, whether there is a document or not', async () => {
  const campaign = service.campaign(people.owner, [people.player]);
  const spoiler = await service.upload(people.owner, campaign, { spoilers: true });
  const calls = async (id: string) => {
    const before = service.campaigns.calls.length;
    await service.call('GET', `/api/documents/${id}/content`, { as: people.player });
    const asked = service.campaigns.calls.slice(before);
    return JSON.stringify(asked).replace(/campaigns\/[\w-]+/g, 'campaigns/{id}');
  };
  expect(await calls(spoiler.id)).toEqual(await calls('3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000'));
});

it('opens a document of a campaign that the bounded list of campaigns leaves out', async () => {
  const campaign = service.campaign(people.owner, [people.player]);
  const document = await service.upload(people.owner, campaign);
  service.unlist(campaign);
  const answer = await service.call('GET', `/api/documents/${document.id}/content/`, {
    as: people.player,
  });
  expect(answer.status).toBe(200);
});

describe('a player who is removed', () => {
  it('is a stranger from that moment on', async () => {
    const campaign = service.campaign(people.owner, [people.player]);
    const document = await service.upload(people.owner, campaign);
    const url = `/api/documents/${document.id}/content/`;
    expect((await service.call('GET', url, { as: people.player })).status).toBe(200);
    service.deleteCampaign(campaign);
    expect((await service.call('GET', url, { as: people.player })).status).toBe(404);
  });
});

describe('while the campaign service is away', () => {
  let campaign: string, document: CampaignDocument;
  beforeAll(async () => {
    campaign = service.campaign(people.owner, [people.player]);
    document = await service.upload(people.owner, campaign);
  });
  afterEach(() => {
    service.campaigns.mode = 'up';
  });
  // Who deletes a portrait is decided from the document service's own row; public calls ask for no role.
  const calls = MATRIX.filter(
    ([method, url, , , expected]) =>
      !url.startsWith(OPERATIONS) &&
      !(method === 'DELETE' && url.startsWith(PICTURES)) &&
      expected.visitor === 401,
  );
  it.each(calls.map(([method, url, body]) => [method, url, JSON.stringify(body) ?? ''] as const))(
    '%s %s answers 503 to everyone, never a guess',
    async (method, url, body) => {
      service.campaigns.mode = 'down';
      for (const as of [people.owner, people.player, people.stranger]) {
        const asked = addressOf({ method, url, body, campaign, id: document.id });
        const answer = await service.call(method, asked, {
          as,
          body: bodyOf({ method, body, campaign, key: document.s3_key }),
        });
        expect(answer).toMatchObject({
          status: 503,
          headers: { 'retry-after': expect.anything() },
        });
      }
    },
  );
});
