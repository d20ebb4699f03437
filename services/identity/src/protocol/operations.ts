import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { z } from 'zod';
import { refuse, type ProtocolError } from './refusals';

/** What clients send along, for programs beside the managed service; ours reads some of it itself. */
export const clientMetadata = z.record(z.string(), z.string()).optional();
export type ClientMetadata = z.infer<typeof clientMetadata>;

/** An operation with its input still untyped, as the dispatcher sees it. */
export interface Operation {
  (body: unknown): Promise<object>;
}

/** Operations that belong together, by the names that clients call. Providers of this class are found by themselves. */
export abstract class OperationGroup {
  abstract readonly operations: Readonly<Record<string, Operation>>;
}

/** Ties an operation to the form of its request. */
export function operation<Input>(
  schema: z.ZodType<Input>,
  run: (input: Input) => Promise<object>,
): Operation {
  return async (body) => run(parseRequest(schema, body));
}

/** All operations that features offer, by name. */
@Injectable()
export class OperationRegistry implements OnModuleInit {
  private readonly operations = new Map<string, Operation>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws when two features offer the same operation */
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

/** Faults that one refusal names; a request may hold thousands. */
const MOST_NAMED = 10;

/**
 * Parses a request or refuses it the way the managed service does: a value of another type than the
 * member's is a broken body, everything else a wrong parameter. Clients look for its sentence about a
 * missing member to say which field a person left empty.
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
  const named = issues.slice(0, MOST_NAMED).map((issue) => sentence(issue, body));
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`;
  return refuse.invalidParameter(`${count}: ${named.join('; ')}`);
}

function sentence(issue: z.core.$ZodIssue, body: unknown): string {
  const constraint = isAbsent(body, issue.path) ? 'Member must not be null' : constraintOf(issue);
  return `Value at '${memberName(issue.path)}' failed to satisfy constraint: ${constraint}`;
}

/** The managed service's words for what a value must be. */
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

/** `UserAttributes.0.Name` reads `userAttributes.0.name` there, in camel case. */
function memberName(path: readonly PropertyKey[]): string {
  const parts = path.map(String).map((part) => part.charAt(0).toLowerCase() + part.slice(1));
  return parts.join('.').slice(0, 128) || 'request';
}
