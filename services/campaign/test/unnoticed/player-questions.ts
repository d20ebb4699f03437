import path from 'node:path';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { operationsIn, telling, type Call, type Method, type Question } from '@tomekeeper/testing';
import type { CampaignApp } from '../campaign-app';
import type { World } from './worlds';

const SESSIONS = 'campaigns/{id}/sessions';
const CONTENT = 'campaigns/{id}/content';
/** The id of a recap, and the header that depends on its length. */
const RECAP = /"recap":(null|"[^"]+")|\["content-length","\d+"\],/g;
const OPERATIONS = operationsIn(path.resolve(__dirname, '../../openapi.json'));

/** All requests of a player to the service's operations, and the related responses to GMs and other services. */
export function playerQuestions(service: CampaignApp, world: World): Question[] {
  const { campaign, owner, player } = world;
  const ask = async (method: Method, url: string, by: Call): Promise<string[]> => {
    const { status, headers, body } = await service.call(method, url, by);
    const told = Array.isArray(body) ? body : { ...body, correlation_id: '' };
    return [JSON.stringify([method, url, by.body, status, telling(headers), told])];
  };
  const questions = OPERATIONS.flatMap(({ method, path: url, query, body }) =>
    [...world.known, ...world.guesses].flatMap((target): Question[] => {
      const place = `${url.replace(/\{(\w+)\}/g, (_, name: string) => String(valueOf(name, target, world)))}/`;
      const sent =
        body && Object.fromEntries(body.map((name) => [name, valueOf(name, target, world)]));
      return [place, ...query.map((name) => `${place}?${name}=${target}`)].map((asked) => ({
        about: `${method} ${url}`,
        ask: () => ask(method, asked, { as: player, body: sent }),
      }));
    }),
  );
  const one = `/api/campaigns/${campaign}/`;
  for (const viewAs of ['party', player.id])
    for (const as of [owner, player])
      questions.push({
        about: 'GET /api/campaigns/{id}',
        ask: () => ask('GET', one, { as, headers: { 'x-view-as': viewAs } }),
      });
  // Records in the export of the player's data, and the view of other services of the player.
  const sessions = `/internal/campaigns/${campaign}/sessions`;
  const content = `/internal/campaigns/${campaign}/content`;
  for (const [from, call, url] of [
    ['identity', 'campaign-records', `/internal/campaign-records?user=${player.id}`],
    ['document', 'memberships', `/internal/memberships?user=${player.id}`],
    ['document', 'session-news', `/internal/session-news?user=${player.id}`],
    ['document', CONTENT, `${content}?user=${player.id}`],
    ...[...world.known, ...world.guesses].map(
      (session) =>
        ['document', CONTENT, `${content}/sessions/${session}?user=${player.id}`] as const,
    ),
    ['search', SESSIONS, `${sessions}?user=${player.id}`],
    ['search', SESSIONS, `${sessions}?user=${owner.id}&view_as=${player.id}`],
    ['search', SESSIONS, `${sessions}?user=${owner.id}&view_as=party`],
  ] as const)
    questions.push({
      about: `GET /internal/${call}`,
      ask: async () => {
        const signer = await ServiceTokenSigner.create(service.keys.privateKey(from));
        const token = await signer.tokenFor('campaign');
        const told = await ask('GET', url, { token });
        // The search service looks for the recap among the passages that the player sees, and does not pass on its id.
        return call === SESSIONS ? told.map((text) => text.replace(RECAP, '')) : told;
      },
    });
  return questions;
}

/** A valid value; an unknown name is a new field. */
function valueOf(name: string, target: string, { campaign }: World): unknown {
  const known: Record<string, unknown> = {
    id: campaign,
    player: target,
    invite: target,
    queue: 'events-campaign',
    job: target,
    title: 'Guess',
    game_system: 'Guess',
    answers_by_model: false,
    players: [target],
    role: 'co_gm',
    email: 'guess@example.org',
    expires_in: 3600,
    uses: 1,
    token: target,
    to: target,
    name: 'Guess',
    line: 'Guess',
    session: target,
    item: target,
    text: 'Guess',
    done: true,
    title_released: true,
    starts_at: '2027-03-05T19:00:00.000Z',
    time_zone: 'UTC',
    announced: true,
    number: 1,
    state: 'running',
    plan: target,
    recap: target,
    attendance: 'yes',
    items: [],
    version: 0,
  };
  if (!(name in known))
    throw new Error(`Add a value for the field '${name}' here: the OpenAPI document contains it.`);
  return known[name];
}
