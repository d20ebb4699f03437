import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  DOCUMENT_LIMITS,
  VISIBLE_SINCE_LIMITS,
  type DocumentsPage,
  type ExportAnswer,
} from '@tomekeeper/contracts-document';
import { CORRELATION_HEADER, correlationId } from '@tomekeeper/correlation';
import type { UnitOfWork } from '@tomekeeper/persistence';
import {
  eventually,
  operationsIn,
  telling,
  tellingBeside,
  type Call,
  type Caller,
  type Method,
  type Question,
} from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { filesOfZip } from '../transfers/transfer-app';
import { attemptsAt, listsOf, pagesOf } from './operations';
import { CANARY, SESSION_START } from './world-files';
import { guessIn, type World } from './worlds';

const OPERATIONS = operationsIn(path.resolve(__dirname, '../../openapi.json'));
const RECAP = 'GET /api/documents/recaps';
const PICTURES = 'GET /api/documents/pictures';
const UPLOAD_PICTURE = 'POST /api/documents/pictures';
const [LIST, CONTENT, THUMBNAILS, PASSAGES, OUTLINE, FIND, IMAGES, BACKLINKS, OVERVIEW] = [
  'GET /api/documents',
  'GET /api/documents/{id}/content',
  'GET /api/documents/thumbnails',
  'GET /api/documents/{id}/passages',
  'GET /api/documents/{id}/outline',
  'GET /api/documents/{id}/find',
  'GET /api/documents/{id}/images',
  'GET /api/documents/{id}/backlinks',
  'GET /api/documents/overview',
];
const FACETS = 'GET /api/documents/facets';
const NEIGHBORS = 'GET /api/documents/{id}/neighbors';

/** The number of queries on the table of documents for a call, by its correlation id. */
export type QueriesOf = (correlation: string) => number;

/**
 * All attempts of the player with every operation of the service. Responses include the number of queries on the
 * document table.
 */
export function playerQuestions(
  service: DocumentApp,
  world: World,
  queriesOf: QueriesOf,
): Question[] {
  const call = async (method: Method, url: string, { body, ...by }: Call): Promise<string[]> => {
    const correlation = randomUUID();
    const headers = { [CORRELATION_HEADER]: correlation };
    const answer = await service.call(method, url, { body, headers, ...by });
    expectAnswer(answer.status, `${method} ${url}`);
    if (/\/exports\/\w*\/?$/.test(url)) return [exportAnswer(method, url, answer)];
    const told = [
      JSON.stringify([
        method,
        url,
        body,
        answer.status,
        // A closed show is answered without a body.
        tellingBeside(answer.headers, JSON.stringify(answer.body) ?? ''),
        plain(answer),
        // A GM may see the number of queries.
        by.as === world.player && queriesOf(correlation),
      ]),
    ];
    const { thumbnails = [], covers = [], images = [], pictures = [] } = answer.body ?? {};
    const linked = [...thumbnails, ...covers, ...images, ...pictures];
    for (const { url: link } of [answer.body ?? {}, ...linked])
      if (typeof link === 'string') told.push(await follow(link));
    return told;
  };
  const follow = async (link: string) => {
    const file = await fetch(link);
    const headers = telling(Object.fromEntries(file.headers));
    return JSON.stringify([file.status, headers, await file.text()]);
  };

  /** All pages of a list, with their cursors. */
  const everyPage = async (url: string): Promise<string[]> => {
    const told: string[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const asked: string = next && `${url}&after=${next}`;
      const answer = await service.call('GET', asked || url, { as: world.player });
      expectAnswer(answer.status, url);
      told.push(JSON.stringify([answer.status, plain(answer)]));
      next = (answer.body as DocumentsPage).next;
    }
    return told;
  };

  const questions: Question[] = [];
  const attempt = (about: string, method: Method, url: string, body?: object) =>
    questions.push({ about, ask: () => call(method, url, { as: world.player, body }) });
  /** Requests of the player, which are denied, and of the GM with the view of the party and the player. */
  const attemptViewAs = (about: string, url: string) => {
    for (const [as, viewAs] of [
      [world.player, 'party'],
      [world.gm, 'party'],
      [world.gm, world.player.id],
    ] as const)
      questions.push({
        about,
        ask: () => call('GET', url, { as, headers: { 'x-view-as': viewAs } }),
      });
  };
  /** Response to another service that asks for the player: identity for the data export, search for sessions. */
  const attemptFor = (tokenOf: () => Promise<string>, about: string, url: string) =>
    questions.push({
      about,
      ask: async () => {
        const authorization = `Bearer ${await tokenOf()}`;
        const { statusCode, rawPayload } = await service.app.inject({
          url,
          headers: { authorization },
        });
        expectAnswer(statusCode, url);
        const told = rawPayload.toString().replace(/"correlation_id":"[^"]*"/, '');
        return [JSON.stringify([url, statusCode, told])];
      },
    });

  questions.push({
    about: 'POST /api/campaigns/{campaign}/exports',
    ask: () => exportedFiles(service, { as: world.player, campaign: world.campaign }),
  });
  for (const operation of OPERATIONS) {
    const about = `${operation.method} ${operation.path}`;
    for (const { method, url, body } of attemptsAt(operation, world)) {
      attempt(about, method, url, body);
      if (method === 'GET') attempt(about, 'PUT', url);
    }
  }
  const both = [...world.known, ...world.guesses].map(({ id }) => id);
  for (const { document, passage, image } of world.hiddenPassages) {
    for (const by of ['after', 'before', 'around'])
      attempt(PASSAGES, 'GET', `/api/documents/${document}/passages/?${by}=${passage}`);
    for (const { id } of [{ id: document }, ...world.known])
      attempt(IMAGES, 'GET', `/api/documents/${id}/images/?ids=${image}`);
    attemptViewAs(IMAGES, `/api/documents/${document}/images/?ids=${image}`);
  }
  for (const { id, image } of [...world.known, ...world.guesses])
    attemptViewAs(IMAGES, `/api/documents/${id}/images/?ids=${image}`);
  for (const id of both)
    for (const [about, asked] of [
      [PASSAGES, 'passages/?limit=500'],
      [PASSAGES, 'passages/?page=2'],
      [OUTLINE, 'outline/'],
      [BACKLINKS, 'backlinks/'],
      [FIND, 'find/?q=dragons'],
      [FIND, `find/?q=${CANARY}`],
    ] as const) {
      attempt(about, 'GET', `/api/documents/${id}/${asked}`);
      attemptViewAs(about, `/api/documents/${id}/${asked}`);
    }
  for (const id of both) {
    attempt('no operation', 'GET', `/api/documents/${id}/`);
    const notePicture = `campaign=${world.campaign}&purpose=note&note=${id}`;
    attempt(UPLOAD_PICTURE, 'POST', `/api/documents/pictures/?${notePicture}`);
  }
  for (const ids of [...both, ...inParts(both, DOCUMENT_LIMITS.thumbnails)]) {
    const thumbnails = `/api/documents/thumbnails/?campaign=${world.campaign}&ids=${ids}`;
    attempt(THUMBNAILS, 'GET', thumbnails);
    attemptViewAs(THUMBNAILS, thumbnails);
  }
  attemptViewAs(LIST, `/api/documents/?campaign=${world.campaign}`);
  for (const url of pagesOf(world)) attempt(LIST, 'GET', url);
  for (const url of listsOf(world)) {
    questions.push({ about: LIST, ask: () => everyPage(url) });
    attemptViewAs(LIST, url);
  }
  attemptViewAs(FACETS, `/api/documents/facets/?campaign=${world.campaign}`);
  for (const id of both) attemptViewAs(NEIGHBORS, `/api/documents/${id}/neighbors/`);
  attemptViewAs(OVERVIEW, `/api/documents/overview/?campaign=${world.campaign}`);
  const recap = `/api/documents/recaps/?campaign=${world.campaign}&from=${SESSION_START}`;
  attempt(RECAP, 'GET', recap);
  attemptViewAs(RECAP, recap);
  attemptViewAs(PICTURES, `/api/documents/pictures/?campaign=${world.campaign}`);
  for (const id of both) attemptViewAs(CONTENT, `/api/documents/${id}/content/`);
  const attemptCopy = (about: string, url: string) =>
    attemptFor(service.tokenOfIdentity, about, url);
  const owner = `owner=${world.player.id}`;
  const owned = '/internal/owned-documents';
  attemptCopy(`GET ${owned}`, `${owned}?${owner}&campaign=${world.campaign}`);
  for (const id of both)
    for (const what of ['file', 'text'])
      attemptCopy(`GET ${owned}/{id}/${what}`, `${owned}/${id}/${what}?${owner}`);
  const membership = service.membership(world.campaign, world.player);
  const all = [...world.known, ...world.guesses, ...world.hiddenPassages];
  for (const viewer of ['role=player', `role=player&membership=${membership}`])
    for (const asked of [
      'from=2020-01-01T00:00:00Z',
      ...inParts(
        all.map(({ passage }) => passage),
        VISIBLE_SINCE_LIMITS.passages,
      ).map((passages) => `passages=${passages}`),
    ])
      attemptFor(
        service.tokenOfSearch,
        'GET /internal/campaigns/{campaign}/visible-since',
        `/internal/campaigns/${world.campaign}/visible-since?${viewer}&${asked}`,
      );
  // Impersonating another viewer is for GMs.
  for (const [about, asked] of [
    [LIST, `/api/documents/?campaign=${world.campaign}`],
    ...both.map((id) => [PASSAGES, `/api/documents/${id}/passages/`] as const),
  ] as const)
    questions.push({
      about,
      ask: () => call('GET', asked, { as: world.player, headers: { 'x-view-as': world.other.id } }),
    });
  // Parameters without a feature: they must not bypass the rule when they get one.
  for (const more of [
    `search=${CANARY}`,
    'limit=1',
    'limit=1&offset=1',
    'is_spoilers=true',
    'order=name',
  ])
    attempt(LIST, 'GET', `/api/documents/?${more}`);
  attempt(LIST, 'GET', '/api/documents/');
  return questions;
}

/** Without times and the progress of the worker, on which the number of running exports depends. */
function exportAnswer(
  method: Method,
  url: string,
  { status, body }: Awaited<ReturnType<Caller>>,
): string {
  const isCreated = method === 'POST' && [201, 409].includes(status);
  return JSON.stringify([method, url, isCreated || [status, Object.keys(body ?? {})]]);
}

/** Hashes of content with ids, which differ per world. */
const withoutHashes = (text: string): string => text.replace(/"sha256": ?"\w{64}"/g, '');

/** The files of the player's export, unpacked. */
async function exportedFiles(
  { call }: DocumentApp,
  { as, campaign }: { as: World['player']; campaign: string },
): Promise<string[]> {
  const url = `/api/campaigns/${campaign}/exports/`;
  const made = await eventually(async () => {
    const { status, body } = await call('POST', url, { as, body: { format: 'archive' } });
    return status === 201 && (body as { id: string });
  });
  const { files } = await eventually(async () => {
    const { body } = await call('GET', `${url}${made.id}/`, { as });
    return body.state === 'ready' && (body as ExportAnswer);
  });
  const told: string[] = [];
  for (const { name, url: link } of files ?? []) {
    const zip = Buffer.from(await (await fetch(link)).arrayBuffer());
    for (const [path, content] of await filesOfZip(zip))
      told.push(JSON.stringify([name, path, withoutHashes(content.toString('latin1'))]));
  }
  return told;
}

/** Failed requests look alike in every world, so they would detect neither a leak nor a mutant. */
function expectAnswer(status: number, asked: string): void {
  if (status >= 500) throw new Error(`${asked} failed: ${status}`);
}

/** Requests of a former player for the first known document and for one that never existed. */
export function strangersQuestions(service: DocumentApp, world: World): Question[] {
  const about = { ...world, known: world.known.slice(0, 3), guesses: [guessIn(world.campaign)] };
  return OPERATIONS.filter(({ method }) => method === 'GET').flatMap((operation) =>
    attemptsAt(operation, about).map(({ url }) => ({
      about: `GET ${operation.path}`,
      ask: async () => {
        const answer = await service.call('GET', url, { as: world.former });
        expectAnswer(answer.status, url);
        return [JSON.stringify([url, answer.status, telling(answer.headers), plain(answer)])];
      },
    })),
  );
}

/** Joins ids by comma, up to the limit of a request. */
const inParts = (all: readonly string[], most: number): string[] =>
  all.length === 0 ? [] : [all.slice(0, most).join(), ...inParts(all.slice(most), most)];

function plain({ body }: Awaited<ReturnType<Caller>>): unknown {
  if (Array.isArray(body)) return body;
  const { correlation_id: _, ...told } = body ?? {};
  return Array.isArray(told.documents) ? { ...told, next: cursorOf(told.next) } : told;
}

/** The content of a cursor; times and ids differ per world. */
const cursorOf = (next: string | undefined): unknown =>
  next && JSON.parse(Buffer.from(next, 'base64url').toString());

/** Counts queries on the table of documents, without those of workers. */
export function watchQueries({ uow }: DocumentApp): { queriesOf: QueriesOf; stop: () => void } {
  const queries = new Map<string, number>();
  const queriesOf = (correlation: string) => queries.get(correlation) ?? 0;
  const ways = (['query', 'queryOften'] as const).map((way) => {
    const run: UnitOfWork['query'] = uow[way].bind(uow);
    const counted: UnitOfWork['query'] = (sql, parameters) => {
      const call = correlationId();
      if (call && /\bFROM document\b/.test(sql)) queries.set(call, queriesOf(call) + 1);
      return run(sql, parameters);
    };
    return jest.spyOn(uow, way).mockImplementation(counted);
  });
  return { queriesOf, stop: () => ways.forEach((way) => way.mockRestore()) };
}

/** Names that the test gives by chance: addresses and titles. */
export const NAMES = [/\w+\.[0-9a-f]{8}@/, /Campaign [0-9a-f]{4}/];
