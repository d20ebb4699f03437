import { hasNoDirectionOverrides, isOneLine, MAX_NAME_LENGTH } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import type { RequirableAttribute } from '../config';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from './pool-user';

/** Attributes as requests carry them. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().optional() }));
export type AttributeList = z.infer<typeof attributeList>;

/** What a person may write about themself. */
export interface WrittenAttributes {
  givenName?: string;
  familyName?: string;
  email?: string;
  /** Empty to have none. */
  phoneNumber?: string;
}

const READ_ONLY = new Set(['sub', 'email_verified', 'phone_number_verified', 'cognito:username']);

/** @throws the protocol's refusal for an attribute that does not exist, or may not be written */
export function parseAttributes(list: AttributeList): WrittenAttributes {
  const written: WrittenAttributes = {};
  for (const { Name, Value = '' } of list)
    switch (Name) {
      case 'given_name':
        written.givenName = checkedName(Name, Value);
        break;
      case 'family_name':
        written.familyName = checkedName(Name, Value);
        break;
      case 'email':
        written.email = Value;
        break;
      case 'phone_number':
        written.phoneNumber = Value;
        break;
      default:
        if (READ_ONLY.has(Name)) throw refuse.attributeNotWritable(Name);
        throw refuse.badAttribute(`${Name.slice(0, 64)}: The attribute is not defined in schema.`);
    }
  return written;
}

/** What deleting these attributes writes in their place. @throws the protocol's refusal as above */
export function parseDeletion(names: readonly string[]): Omit<WrittenAttributes, 'email'> {
  // Every user has an address, which they sign in with.
  if (names.includes('email')) throw refuse.attributeNotWritable('email');
  return parseAttributes(names.map((Name) => ({ Name, Value: '' })));
}

const E164 = /^\+[1-9]\d{6,14}$/;
export const isPhoneNumber = (text: string) => E164.test(text);

function checkedName(name: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed.length > MAX_NAME_LENGTH)
    throw refuse.badAttribute(
      `${name}: String must be no longer than ${MAX_NAME_LENGTH} characters`,
    );
  if (!isOneLine(trimmed))
    throw refuse.badAttribute(`${name}: String must not contain control characters`);
  if (!hasNoDirectionOverrides(trimmed))
    throw refuse.badAttribute(
      `${name}: String must not contain marks that turn the direction of text`,
    );
  return trimmed;
}

/** Those of the attributes that everyone must have which this person has not. */
export function missingAttributes(
  person: { givenName?: string | undefined; familyName?: string | undefined },
  requiredAttributes: readonly RequirableAttribute[],
): RequirableAttribute[] {
  const values = { given_name: person.givenName, family_name: person.familyName };
  return requiredAttributes.filter((name) => !values[name]);
}

/** Attributes as answers carry them; absent ones are left out. */
export function attributesOf(user: PoolUser): { Name: string; Value: string }[] {
  return [
    { Name: 'sub', Value: user.id },
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: String(user.emailVerified) },
    ...(user.phoneNumber
      ? [
          { Name: 'phone_number', Value: user.phoneNumber },
          { Name: 'phone_number_verified', Value: String(user.phoneNumberVerified) },
        ]
      : []),
    ...(user.givenName ? [{ Name: 'given_name', Value: user.givenName }] : []),
    ...(user.familyName ? [{ Name: 'family_name', Value: user.familyName }] : []),
  ];
}
