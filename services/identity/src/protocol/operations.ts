import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { type ProtocolError, refuse } from './refusals';

export const PROTOCOL_MEDIA_TYPE = 'application/x-amz-json-1.1';
const BODY_LIMIT = 64 * 1024;

/** Raw request body: the bytes, or nothing when they exceed the limit. */
class RawBody {
  constructor(readonly bytes: Uint8Array | undefined) {}
}

/**
 * Passes bodies of the protocol's endpoint to the controller unparsed, for every media type, because parse errors must
 * have the protocol's form instead of the product API's.
 */
export function readProtocolBodies(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && /^\/idp\/?(\?|$)/.test(request.url))
      request.raw.headers['content-type'] = PROTOCOL_MEDIA_TYPE;
    done();
  });
  fastify.addContentTypeParser(
    PROTOCOL_MEDIA_TYPE,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    (_request, payload, done) => {
      let chunks: Buffer[] = [];
      let size = 0;
      payload.on('data', (chunk: Buffer) => {
        size += chunk.length;
        // Beyond the limit the rest is read and dropped, so that the response reaches the client.
        if (size <= BODY_LIMIT) chunks.push(chunk);
        else chunks = [];
      });
      payload.on('end', () =>
        done(null, new RawBody(size <= BODY_LIMIT ? Buffer.concat(chunks) : undefined)),
      );
      payload.on('error', (error: Error) => done(error));
    },
  );
}

/**
 * Parses the JSON object of a body. Rejects invalid UTF-8, NUL characters and lone surrogates for every operation,
 * because databases, hashes and logs cannot store them.
 * @throws {ProtocolError}
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
      // Some clients send null for absent members.
      return value ?? undefined;
    });
  } catch {
    throw refuse.notJson();
  }
  if (broken) throw refuse.brokenText();
  return parsed;
}

/** Returns whether the text contains NUL or a lone surrogate. */
const isBroken = (text: string): boolean => text.includes('\u0000') || LONE_SURROGATE.test(text);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Input for the managed service's Lambda triggers; our pool reads some of it itself. */
export const clientMetadata = z.record(z.string(), z.string()).optional();
export type ClientMetadata = z.infer<typeof clientMetadata>;

/** An operation with untyped input, for the dispatcher. */
export interface Operation {
  (body: unknown): Promise<object>;
}

/** Related operations by protocol name. Providers of this class are discovered automatically. */
export abstract class OperationGroup {
  abstract readonly operations: Readonly<Record<string, Operation>>;
}

/** Binds an operation to the schema of its request. */
export function operation<Input>(
  schema: z.ZodType<Input>,
  run: (input: Input) => Promise<object>,
): Operation {
  return async (body) => run(parseRequest(schema, body));
}

/** All operations of the features, by name. */
@Injectable()
export class OperationRegistry implements OnModuleInit {
  private readonly operations = new Map<string, Operation>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws when two features define the same operation */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (!(instance instanceof OperationGroup)) continue;
      for (const [name, run] of Object.entries(instance.operations)) {
        if (this.operations.has(name)) throw new Error(`The operation ${name} is offered twice.`);
        this.operations.set(name, run);
      }
    }
  }

  get(name: string): Operation | undefined {
    return this.operations.get(name);
  }

  names(): string[] {
    return [...this.operations.keys()];
  }
}

/** Upper bound of violations in one error message; a request may contain thousands. */
const MAX_NAMED = 10;

/**
 * Parses a request. Reports violations like the managed service does: a value of the wrong type is a malformed body,
 * every other violation an invalid parameter. Clients parse the message about a missing member to find the empty form
 * field.
 */
function parseRequest<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, body);
}

function refusalOf(issues: readonly z.core.$ZodIssue[], body: unknown): ProtocolError {
  const present = issues.filter((issue) => !isAbsent(body, issue.path));
  const mistyped = present.find(
    ({ code, input }) =>
      code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string'),
  );
  if (mistyped) return refuse.wrongType(wrongType(mistyped, body));
  const named = issues.slice(0, MAX_NAMED).map((issue) => sentence(issue, body));
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`;
  return refuse.invalidParameter(`${count}: ${named.join('; ')}`);
}

function sentence(issue: z.core.$ZodIssue, body: unknown): string {
  const constraint = isAbsent(body, issue.path) ? 'Member must not be null' : constraintOf(issue);
  return `Value at '${memberName(issue.path)}' failed to satisfy constraint: ${constraint}`;
}

/** The managed service's wording for constraints. */
function constraintOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return `Member must have ${measured(issue.origin)} less than or equal to ${issue.maximum}`;
    case 'too_small':
      return `Member must have ${measured(issue.origin)} greater than or equal to ${issue.minimum}`;
    case 'invalid_value':
      return `Member must satisfy enum value set: [${issue.values.map(String).join(', ')}]`;
    case 'invalid_format':
      return issue.pattern
        ? `Member must satisfy regular expression pattern: ${issue.pattern.replace(/^\/|\/\w*$/g, '')}`
        : 'Member must satisfy its pattern';
    case 'custom':
      return issue.message;
    default:
      return 'Member must be valid';
  }
}

const measured = (origin: string) =>
  origin === 'string' || origin === 'array' ? 'length' : 'value';

function wrongType(issue: z.core.$ZodIssue, body: unknown): string {
  const value = valueAt(body, issue.path);
  if (Array.isArray(value)) return 'Start of list found where not expected';
  if (typeof value === 'object') return 'Start of structure or map found where not expected.';
  const found = `${(typeof value === 'boolean' ? String(value) : typeof value).toUpperCase()}_VALUE`;
  const wanted = issue.code === 'invalid_type' ? issue.expected : 'string';
  switch (wanted) {
    case 'array':
      return 'Expected list or null';
    case 'object':
    case 'record':
      return 'Expected structure or null';
    default:
      return `${found} can not be converted to a ${TYPES[wanted] ?? 'value of this member'}`;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  int: 'Integer',
  boolean: 'Boolean',
};

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function isAbsent(body: unknown, path: readonly PropertyKey[]): boolean {
  const value = valueAt(body, path);
  return value === undefined || value === null;
}

/** The managed service reports `UserAttributes.0.Name` as `userAttributes.0.name`. */
function memberName(path: readonly PropertyKey[]): string {
  const parts = path.map(String).map((part) => part.charAt(0).toLowerCase() + part.slice(1));
  return parts.join('.').slice(0, 128) || 'request';
}
