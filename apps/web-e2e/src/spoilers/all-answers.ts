import { alike, telling, tellingBeside } from '@tomekeeper/testing';
import { inflateRawSync, constants } from 'node:zlib';
import { readOperations, type ApiOperation } from '../hostile/operations';
import { send, type RawAnswer, type RawRequest } from '../hostile/raw-request';

/** Known ids and guesses of a player. Only `guesses` differ between two runs. */
export interface PlayerKnowledge {
  origin: string;
  token: string;
  campaign: string;
  known: Guess[];
  guesses: Guess[];
}

export interface Guess {
  id: string;
  s3_key: string;
}

/** Not requested: the sample campaign gets its notes after the response, so that later responses depend on timing. */
const SAMPLE = '/api/campaigns/sample';

/**
 * Responses of all operations of the OpenAPI document to a player; new operations are included
 * automatically.
 */
export async function allAnswers(player: PlayerKnowledge): Promise<string> {
  const lines: string[] = [];
  const operations = (await readOperations(player.origin)).filter(({ path }) => path !== SAMPLE);
  // Changes of the player's own data run before all reads, in the first run too.
  operations.sort(
    (one, other) => Number(other.method === 'PATCH') - Number(one.method === 'PATCH'),
  );
  for (const operation of operations)
    for (const request of requestsOf(operation, player)) {
      const answer = await sendWithinLimits(player.origin, request);
      const { method, path, body } = request;
      const headers = tellingBeside(answer.headers, answer.text);
      lines.push(line(method, path, body?.toString(), answer.status, headers));
      lines.push(isRandom(path) ? '' : answer.text);
      lines.push(await downloadOf(player, answer));
      await undo(player, request, answer);
    }
  return alike(lines.join('\n'));
}

const line = (...what: unknown[]): string => JSON.stringify(what);

function requestsOf(operation: ApiOperation, player: PlayerKnowledge): RawRequest[] {
  const { method, path, query, headers, body } = operation;
  // With a token it would end the player's session.
  const credential: Record<string, string> =
    path === '/api/logout' ? {} : { authorization: `Bearer ${player.token}` };
  const targets = [{ id: player.campaign, s3_key: '' }, ...player.known, ...player.guesses];
  const requests = targets.flatMap((target) => {
    const place = path.replace(/\{\w+\}/g, target.id);
    const good = body && {
      ...body,
      ...('campaign' in body ? { campaign: player.campaign } : {}),
      ...('s3_key' in body ? { s3_key: target.s3_key } : {}),
    };
    const bodies = body ? [Buffer.from(JSON.stringify(good))] : [undefined];
    return [place, ...query.map((name) => `${place}?${name}=${target.id}`)].flatMap((asked) =>
      bodies.flatMap((sent) =>
        [{}, ...headers.map((name) => ({ [name]: 'party' }))].map((further) => ({
          method,
          path: asked,
          headers: {
            ...credential,
            ...further,
            ...(sent && { 'content-type': 'application/json' }),
          },
          body: sent,
        })),
      ),
    );
  });
  const sameness = ({ path: asked, headers: sent, body: told }: RawRequest) =>
    JSON.stringify([asked, sent, told?.toString()]);
  return [...new Map(requests.map((one) => [sameness(one), one])).values()];
}

/** Rate limits depend on recent requests, not on data. */
async function sendWithinLimits(origin: string, request: RawRequest): Promise<RawAnswer> {
  for (;;) {
    const answer = await send(origin, request);
    if (answer.status !== 429) return answer;
    const seconds = Number(answer.headers['retry-after'] ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** A puzzle is a new one each time. */
const isRandom = (path: string): boolean => path.startsWith('/api/contact/challenge');

/** Downloads linked in a response: a stored file, or the export of the player's data. */
async function downloadOf({ origin }: PlayerKnowledge, { text }: RawAnswer): Promise<string> {
  const url = /"url":"([^"]+)"/.exec(text)?.[1];
  if (!url) return '';
  const answer = await fetch(new URL(url, origin));
  const headers = telling(Object.fromEntries(answer.headers));
  return line(answer.status, headers, unzipped(Buffer.from(await answer.arrayBuffer())));
}

/** Lists the entries of a zip; other data is returned unchanged. */
function unzipped(file: Buffer): string {
  if (file.toString('latin1', 0, 2) !== 'PK') return file.toString();
  const texts: string[] = [];
  for (let at = file.indexOf(ENTRY); at >= 0; at = file.indexOf(ENTRY, at + 4)) {
    const [nameLength, extraLength] = [file.readUInt16LE(at + 26), file.readUInt16LE(at + 28)];
    const begin = at + 30 + nameLength + extraLength;
    const isDeflated = file.readUInt16LE(at + 8) === 8;
    const rest = file.subarray(begin);
    texts.push(file.toString('utf8', at + 30, at + 30 + nameLength));
    // Its length stands behind it; inflating ends where the entry does.
    if (isDeflated)
      texts.push(inflateRawSync(rest, { finishFlush: constants.Z_SYNC_FLUSH }).toString());
    else texts.push(rest.subarray(0, Math.max(rest.indexOf('PK'), 0)).toString());
  }
  return texts.join('\n');
}
const ENTRY = Buffer.from('PK\x03\x04', 'latin1');

/** Deletes a campaign that the player created, or the next run would find it. */
async function undo(
  player: PlayerKnowledge,
  request: RawRequest,
  answer: RawAnswer,
): Promise<void> {
  const made = /"id":"([^"]+)"/.exec(answer.text)?.[1];
  if (request.path !== '/api/campaigns' || answer.status !== 201 || !made) return;
  const headers = { authorization: `Bearer ${player.token}` };
  await send(player.origin, { method: 'DELETE', path: `/api/campaigns/${made}`, headers });
}
