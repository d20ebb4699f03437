import path from 'node:path';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { operationsIn, telling, type Call, type Method, type Question } from '@tomekeeper/testing';
import type { CampaignApp } from '../campaign-app';
import type { World } from './worlds';

const OPERATIONS = operationsIn(path.resolve(__dirname, '../../openapi.json'));

/** Whatever the player tries with any of the service's operations, and what GMs and other services see for them. */
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
  // What becomes part of the copy of the player's data, and what the document service knows of them.
  for (const [from, what] of [
    ['identity', '/internal/campaign-records'],
    ['document', '/internal/memberships'],
  ] as const)
    questions.push({
      about: `GET ${what}`,
      ask: async () => {
        const signer = await ServiceTokenSigner.create(service.keys.privateKey(from));
        const token = await signer.tokenFor('campaign');
        return ask('GET', `${what}?user=${player.id}`, { token });
      },
    });
  return questions;
}

/** A value that is good in form; a name that is not known here is somebody's new field. */
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
  };
  if (!(name in known))
    throw new Error(`Say here what a player may try as '${name}': the OpenAPI document has it.`);
  return known[name];
}
