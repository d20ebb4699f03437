import { randomUUID } from 'node:crypto';
import type { Method, TestPerson } from '@tomekeeper/testing';
import type { DocumentApp } from './document-app';

/** What a GM does in a world; what has to do with spoilers happens in one of two worlds only. */
export type Step =
  | { do: 'upload'; name: string }
  | { do: 'upload-spoiler'; name: string }
  | { do: 'hide-and-reveal'; which: number }
  | { do: 'rename'; which: number; name: string }
  | { do: 'delete'; which: number };

export const CANARY = 'CANARY';

export interface World {
  campaign: string;
  player: TestPerson;
  /** Public documents, oldest first. */
  known: { id: string; s3_key: string }[];
  /** Spoilers here, made-up ids and keys in the world that has none. */
  secret: { id: string; s3_key: string }[];
}

/** Plays the steps in two worlds that differ in nothing but their spoilers. */
export async function playWorlds(
  service: DocumentApp,
  steps: readonly Step[],
): Promise<{ without: World; withSpoilers: World }> {
  return {
    without: await play(service, steps, false),
    withSpoilers: await play(service, steps, true),
  };
}

async function play(
  service: DocumentApp,
  steps: readonly Step[],
  hasSpoilers: boolean,
): Promise<World> {
  const [gm, player] = await Promise.all([
    service.identity.join('Gm'),
    service.identity.join('Player'),
  ]);
  const campaign = service.campaign(gm, [player]);
  const world: World = { campaign, player, known: [], secret: [] };
  const change = (method: Method, id: string, body?: object) =>
    service.call(method, `/api/documents/${id}/`, { as: gm, body });
  for (const step of steps)
    switch (step.do) {
      case 'upload':
        world.known.push(await service.upload(gm, campaign, { name: step.name }));
        break;
      case 'upload-spoiler':
        world.secret.push(
          hasSpoilers
            ? await service.upload(gm, campaign, {
                name: `${CANARY} ${step.name}`,
                content: `${CANARY} inside`,
                spoilers: true,
              })
            : { id: randomUUID(), s3_key: `campaigns/${campaign}/${randomUUID()}` },
        );
        break;
      case 'hide-and-reveal': {
        const document = world.known[step.which % world.known.length];
        if (!document) break;
        await change('PATCH', document.id, { is_spoilers: true });
        await change('PATCH', document.id, { is_spoilers: false });
        break;
      }
      case 'rename': {
        const document = world.known[step.which % world.known.length];
        if (document) await change('PATCH', document.id, { original_filename: step.name });
        break;
      }
      case 'delete': {
        const [document] = world.known.splice(step.which % Math.max(world.known.length, 1), 1);
        if (document) await change('DELETE', document.id);
        break;
      }
    }
  return world;
}

/** Headers that differ from one answer to the next by themselves. */
const VARYING = new Set(['date', 'x-correlation-id']);

/** Everything that the service tells the player, whatever they try, ids and the like made alike. */
export async function playerTranscript(service: DocumentApp, world: World): Promise<string> {
  const lines: string[] = [];
  const attempt = async (method: Method, url: string, body?: object) => {
    const answer = await service.call(method, url, { as: world.player, body });
    const headers = Object.entries(answer.headers).filter(([name]) => !VARYING.has(name));
    const { correlation_id: _, ...told } = Array.isArray(answer.body)
      ? { list: answer.body as unknown }
      : (answer.body ?? {});
    lines.push(JSON.stringify([method, url, body, answer.status, headers, told]));
    if (typeof answer.body?.url === 'string') {
      const file = await fetch(answer.body.url);
      lines.push(`${file.status} ${await file.text()}`);
    }
  };
  const { campaign, known, secret } = world;
  await attempt('GET', '/api/documents/');
  await attempt('GET', `/api/documents/?campaign=${campaign}`);
  for (const { id, s3_key } of [...known, ...secret]) {
    await attempt('GET', `/api/documents/${id}/content/`);
    await attempt('PATCH', `/api/documents/${id}/`, { is_spoilers: false });
    await attempt('PATCH', `/api/documents/${id}/`, {});
    await attempt('PATCH', `/api/documents/${id}/`, { is_spoilers: 'nonsense' });
    await attempt('DELETE', `/api/documents/${id}/`);
    await attempt('PUT', `/api/documents/${id}/`);
    await attempt('GET', `/api/documents/${id}/`);
    await attempt('POST', '/api/documents/finalize/', { campaign, s3_key });
  }
  await attempt('POST', '/api/documents/presign/', { campaign, file_name: 'x.txt' });
  await attempt('GET', '/api/documents/');
  return alike(lines.join('\n'));
}

const RANDOM =
  /(?<id>[0-9a-f]{8}-[0-9a-f-]{27})|(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)|(?<signed>X-Amz-(?:Date|Signature|Credential))=[^&"]*/g;

/** Makes what is random alike: ids become the number of their first appearance. */
function alike(transcript: string): string {
  const ids: string[] = [];
  return transcript.replace(RANDOM, (value, id?: string, _time?: string, signed?: string) => {
    if (signed) return `${signed}=<any>`;
    if (!id) return '<time>';
    if (!ids.includes(id)) ids.push(id);
    return `<id ${ids.indexOf(id)}>`;
  });
}
