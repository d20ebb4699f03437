import { randomInt } from 'node:crypto';
import { sleep } from '@tomekeeper/cli-kit';

/** Acceptable responses while processes are down; every other error is a defect. */
const EXCUSED = new Set([429, 502, 503, 504]);

export type Answer = { readonly status: number; readonly body: unknown };

/** The product was unreachable or responded that it is busy: no change was acknowledged, no content shown. */
export class Refused extends Error {}

/**
 * Sends one request like a browser does.
 * @throws Refused when the product was unavailable; another error for a response that must never occur
 */
export async function ask(
  url: string,
  {
    method = 'GET',
    token,
    body,
    headers,
  }: {
    method?: string;
    token?: string;
    body?: unknown;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(refuse);
  const text = await answer.text().catch(refuse);
  const { status } = answer;
  if (EXCUSED.has(status)) throw new Refused(`${method} ${url}: ${status} ${text.slice(0, 300)}`);
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    throw new Error(`${method} ${url}: ${status}, and no JSON: ${text.slice(0, 200)}`);
  }
}

/** Retry limit of a call without a response: every process has recovered by then. */
const SENT_AGAIN_MS = 300_000;

/**
 * Sends the same request until it gets a response. For idempotent requests.
 * @param onRefused called before each retry
 */
export async function untilAnswered<T>(
  attempt: () => Promise<T>,
  onRefused: () => void = () => undefined,
): Promise<T> {
  for (const end = Date.now() + SENT_AGAIN_MS; ; await sleep(200))
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refused) || Date.now() > end) throw error;
      onRefused();
    }
}

/**
 * Downloads a file from the store.
 * @throws Refused when the download is truncated, which browsers detect too
 */
export async function download(url: string): Promise<{ status: number; file: Buffer }> {
  const answer = await fetch(url).catch(refuse);
  const file = Buffer.from(await answer.arrayBuffer().catch(refuse));
  if (EXCUSED.has(answer.status)) throw new Refused(`download: ${answer.status}`);
  return { status: answer.status, file };
}

/** Returns a random item. @throws Refused while there is none */
export function any<T>(list: readonly T[]): T {
  const one = list[randomInt(Math.max(list.length, 1))];
  if (one === undefined) throw new Refused('none is there yet');
  return one;
}

function refuse(error: unknown): never {
  throw new Refused(String(error));
}
