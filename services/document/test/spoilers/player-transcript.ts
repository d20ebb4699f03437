import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { alike, type Call, type Caller, type Method } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import { attemptsAt, readOperations } from './operations';
import { CANARY, type World } from './worlds';

/** Headers that differ from one answer to the next by themselves. */
const VARYING = new Set(['date', 'x-correlation-id', 'last-modified', 'x-amz-request-id']);

/**
 * Everything that the service tells the player, whatever they try with any of its operations; ids and
 * the like replaced. Each line also has the number of queries on the table of documents.
 */
export async function playerTranscript(service: DocumentApp, world: World): Promise<string> {
  const lines: string[] = [];
  const transcript = (...what: unknown[]) => lines.push(JSON.stringify(what));
  const questions = watchQuestions(service);

  const attempt = async (method: Method, url: string, body?: object) =>
    call(method, url, { as: world.player, body });
  /** As the player, and what the GM sees of the player's view. */
  const attemptViewAs = async (url: string) => {
    for (const viewAs of ['party', world.player.id])
      for (const as of [world.player, world.gm])
        await call('GET', url, { as, headers: { 'x-view-as': viewAs } });
  };
  const call = async (method: Method, url: string, { body, ...by }: Call) => {
    const asked = questions.soFar();
    const answer = await service.call(method, url, { body, ...by });
    transcript(
      method,
      url,
      body,
      answer.status,
      telling(answer.headers),
      plain(answer),
      // A GM may know how much was looked up.
      by.as === world.player && questions.soFar() - asked,
    );
    const { thumbnails = [], covers = [] } = answer.body ?? {};
    for (const { url: link } of [answer.body ?? {}, ...thumbnails, ...covers])
      if (typeof link === 'string') await follow(link);
  };
  const follow = async (link: string) => {
    const file = await fetch(link);
    transcript(file.status, telling(Object.fromEntries(file.headers)), await file.text());
  };
  /** What the identity service gets for the copy of the player's data. */
  const attemptCopy = async (url: string) => {
    const authorization = `Bearer ${await service.tokenOfIdentity()}`;
    const { statusCode, rawPayload } = await service.app.inject({
      url,
      headers: { authorization },
    });
    transcript(url, statusCode, rawPayload.toString().replace(/"correlation_id":"[^"]*"/, ''));
  };

  for (const operation of readOperations())
    for (const { method, url, body } of attemptsAt(operation, world)) {
      await attempt(method, url, body);
      if (method === 'GET') await attempt('PUT', url);
    }
  for (const { id } of [...world.known, ...world.guesses])
    await attempt('GET', `/api/documents/${id}/`);
  const everything = [...world.known, ...world.guesses].map(({ id }) => id);
  for (const ids of [...everything, ...inParts(everything, DOCUMENT_LIMITS.thumbnails)]) {
    const thumbnails = `/api/documents/thumbnails/?campaign=${world.campaign}&ids=${ids}`;
    await attempt('GET', thumbnails);
    await attemptViewAs(thumbnails);
  }
  await attemptViewAs(`/api/documents/?campaign=${world.campaign}`);
  for (const { id } of [...world.known, ...world.guesses])
    await attemptViewAs(`/api/documents/${id}/content/`);
  const owner = `owner=${world.player.id}`;
  await attemptCopy(`/internal/owned-documents?${owner}&campaign=${world.campaign}`);
  for (const { id } of [...world.known, ...world.guesses])
    await attemptCopy(`/internal/owned-documents/${id}/file?${owner}`);
  // What is no feature yet, and must not become a way round the rule when it does.
  for (const more of [
    `search=${CANARY}`,
    'limit=1',
    'limit=1&offset=1',
    'is_spoilers=true',
    'order=name',
  ])
    await attempt('GET', `/api/documents/?${more}`);
  await attempt('GET', '/api/documents/');
  questions.stop();
  return alike(lines.join('\n'), NAMES);
}

/** By comma, as many at once as may be asked for. */
const inParts = (all: readonly string[], most: number): string[] =>
  all.length === 0 ? [] : [all.slice(0, most).join(), ...inParts(all.slice(most), most)];

const telling = (headers: Record<string, unknown>) =>
  Object.entries(headers).filter(([name]) => !VARYING.has(name));

function plain({ body }: Awaited<ReturnType<Caller>>): unknown {
  if (Array.isArray(body)) return body;
  const { correlation_id: _, ...transcript } = body ?? {};
  return transcript;
}

/** Counts questions to the table of documents; the workers' own statements are left out. */
function watchQuestions({ uow }: DocumentApp) {
  const ways = [jest.spyOn(uow, 'query'), jest.spyOn(uow, 'queryOften')];
  return {
    soFar: () =>
      ways.flatMap((way) => way.mock.calls).filter(([sql]) => /\bFROM document\b/.test(sql)).length,
    stop: () => ways.forEach((way) => way.mockRestore()),
  };
}

/** Names that the test gives by chance: addresses and titles. */
const NAMES = [/\w+\.[0-9a-f]{8}@/, /Campaign [0-9a-f]{4}/];
