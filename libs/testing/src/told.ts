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
  /** Names of what a body may hold; undefined where there is none. */
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

/** One question of a player, and what it is about: the method and path of an operation, or words. */
export interface Question {
  about: string;
  /** @returns everything that they are told */
  ask: () => Promise<string[]>;
}

/**
 * Asks the questions of two worlds in step, and expects the same answers, byte for byte but for ids and the like. It
 * ends with the first that differs.
 * @param only what the questions are about, where not all are to be asked
 * @param random what else differs by chance; patterns without groups
 * @returns what was told
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

/** Headers that differ from one answer to the next by themselves. */
const VARYING = new Set(['date', 'x-correlation-id', 'last-modified', 'x-amz-request-id']);

/** The same, but for an ETag that is the hash of what is sent: it tells nothing that the answer does not. */
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
