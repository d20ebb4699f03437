import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { likener } from './alike';
import type { Method } from './caller';

type Described = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
};

/** An operation of a service. */
export interface Operation {
  method: Method;
  /** With its parameters in braces. */
  path: string;
  query: string[];
  /** Field names of the body; undefined without a body. */
  body: string[] | undefined;
}

/** Every operation that an OpenAPI document has. */
export function operationsIn(file: string): Operation[] {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as Method,
      path: url,
      query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
      body: requestBody && bodyOf(requestBody),
    })),
  );
}

const bodyOf = ({ content }: NonNullable<Described['requestBody']>): string[] =>
  Object.keys(content['application/json']?.schema.properties ?? {});

/** A player's request and its topic: the method and path of an operation, or words. */
export interface Question {
  about: string;
  /** @returns the complete response as lines */
  ask: () => Promise<string[]>;
}

/**
 * Sends the requests of two worlds in step and expects equal responses, byte for byte except random values
 * such as IDs. Stops at the first difference.
 * @param only topics to include; default all
 * @param random patterns of further random values; without groups
 * @returns the responses
 */
export async function expectToldTheSame(
  [left, right]: readonly [readonly Question[], readonly Question[]],
  { only, random }: { only?: string | undefined; random?: readonly RegExp[] } = {},
): Promise<string> {
  const chosen = (questions: readonly Question[]) =>
    only === undefined ? questions : questions.filter(({ about }) => about === only);
  const [ofLeft, ofRight] = [chosen(left), chosen(right)];
  if (ofLeft.length === 0) throw new Error(`No question is about '${only}'.`);
  expect(ofRight.length).toBe(ofLeft.length);
  const [leftAlike, rightAlike] = [likener(random), likener(random)];
  const told: string[] = [];
  for (const [at, question] of ofLeft.entries()) {
    const lines = leftAlike((await question.ask()).join('\n'));
    expect(rightAlike((await ofRight[at]!.ask()).join('\n'))).toBe(lines);
    told.push(lines);
  }
  return told.join('\n');
}

/** Headers that vary between equal responses. */
const VARYING = new Set(['date', 'x-correlation-id', 'last-modified', 'x-amz-request-id']);

/**
 * Same as above, but ignores an ETag that is a hash of the body, because it reveals no additional
 * information.
 */
export const tellingBeside = (
  headers: Record<string, unknown>,
  sent: string,
): [string, unknown][] => {
  const hash = `"${createHash('sha256').update(sent).digest('base64url')}"`;
  return telling(headers).filter(([name, value]) => name !== 'etag' || value !== hash);
};

/** The headers of an answer that may tell something. */
export const telling = (headers: Record<string, unknown>): [string, unknown][] =>
  Object.entries(headers).filter(([name]) => !VARYING.has(name));
