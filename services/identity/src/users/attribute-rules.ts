import { hasNoDirectionOverrides, isOneLine, MAX_NAME_LENGTH } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import type { RequirableAttribute } from '../config';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from './pool-user';

/** Attributes in a request. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().optional() }));
export type AttributeList = z.infer<typeof attributeList>;

/** Attributes that users may write. */
export interface WrittenAttributes {
  givenName?: string;
  familyName?: string;
  email?: string;
  /** An empty string deletes the number. */
  phoneNumber?: string;
}

const READ_ONLY = new Set(['sub', 'email_verified', 'phone_number_verified', 'cognito:username']);

/** @throws {ProtocolError} for an unknown or read-only attribute */
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

/**
 * Returns the attribute values that a deletion writes.
 * @throws {ProtocolError} for an unknown or read-only attribute
 */
export function parseDeletion(names: readonly string[]): Omit<WrittenAttributes, 'email'> {
  // Every user needs an address to sign in.
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

/** Returns the required attributes that the user lacks. */
export function missingAttributes(
  person: { givenName?: string | undefined; familyName?: string | undefined },
  requiredAttributes: readonly RequirableAttribute[],
): RequirableAttribute[] {
  const values = { given_name: person.givenName, family_name: person.familyName };
  return requiredAttributes.filter((name) => !values[name]);
}

/** Returns attributes in the protocol's form, without absent ones. */
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
