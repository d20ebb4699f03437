import fs from 'node:fs';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { z } from 'zod';

const Resource = z.strictObject({
  Type: z.string(),
  Condition: z.string().optional(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  DeletionPolicy: z.enum(['Delete', 'Retain', 'Snapshot']).optional(),
  UpdateReplacePolicy: z.enum(['Delete', 'Retain', 'Snapshot']).optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const Parameter = z.strictObject({
  Type: z.string().regex(/^(String|Number|CommaDelimitedList|(List<)?AWS::[\w:]+>?)$/),
  Default: z.unknown().optional(),
  Description: z.string().optional(),
  AllowedPattern: z.string().optional(),
  NoEcho: z.boolean().optional(),
});
const Output = z.strictObject({ Description: z.string(), Value: z.unknown() });

/** The sections that our templates use. */
const Template = z.strictObject({
  AWSTemplateFormatVersion: z.literal('2010-09-09'),
  Description: z.string().max(1024),
  Parameters: z.record(z.string(), Parameter).default({}),
  Mappings: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.string())))
    .default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), Output).default({}),
});
export type Template = z.infer<typeof Template>;

export function readTemplate(file: string): Template {
  const document = parseDocument(fs.readFileSync(file, 'utf8'));
  if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`);
  return Template.parse(plain(document.contents));
}

/** Expands short forms: `!Ref x` to `{ Ref: x }`, `!Sub x` to `{ Fn::Sub: x }`. */
function plain(node: unknown): unknown {
  const value = untagged(node);
  const tag = isMap(node) || isSeq(node) || isScalar(node) ? node.tag : undefined;
  const short = /^!(\w+)$/.exec(tag ?? '')?.[1];
  if (short === undefined) return value;
  if (short === 'GetAtt' && typeof value === 'string')
    return { 'Fn::GetAtt': [value.split('.')[0], value.split('.').slice(1).join('.')] };
  return { [['Ref', 'Condition'].includes(short) ? short : `Fn::${short}`]: value };
}

function untagged(node: unknown): unknown {
  if (isSeq(node)) return node.items.map(plain);
  if (isScalar(node)) return node.value;
  if (!isMap(node)) return undefined;
  const entries = node.items.map(({ key, value }) => [String(untagged(key)), plain(value)]);
  return Object.fromEntries(entries) as unknown;
}

/** An intrinsic function call in place of a value. */
export type Call = { readonly name: string; readonly argument: unknown };

export function callIn(value: unknown): Call | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [entry, ...more] = Object.entries(value) as [string, unknown][];
  if (entry === undefined || more.length > 0) return undefined;
  const [name, argument] = entry;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument } : undefined;
}
