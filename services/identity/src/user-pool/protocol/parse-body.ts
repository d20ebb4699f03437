import { RawBody } from './raw-body';
import { refuse } from './refusals';

/**
 * The JSON object that a body holds. What no store, hash or log can take ends here, for every operation:
 * bytes that are no UTF-8, NUL characters, halves of characters.
 * @throws the protocol's refusal
 */
export function parseBody(body: unknown): object {
  if (!(body instanceof RawBody)) throw refuse.notJson();
  if (body.bytes === undefined) throw refuse.tooLarge();
  const parsed = parsedJson(body.bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuse.notJson();
  return parsed;
}

function parsedJson(bytes: Uint8Array): unknown {
  let broken = false;
  let parsed: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = JSON.parse(text, (key, value: unknown) => {
      if (isBroken(key) || (typeof value === 'string' && isBroken(value))) broken = true;
      // Some clients write null for what they leave out.
      return value ?? undefined;
    });
  } catch {
    throw refuse.notJson();
  }
  if (broken) throw refuse.brokenText();
  return parsed;
}

/** Whether the text holds what is no character: NUL, or half of a pair. */
const isBroken = (text: string): boolean => text.includes('\u0000') || LONE_SURROGATE.test(text);
const LONE_SURROGATE = /\p{Surrogate}/u;
