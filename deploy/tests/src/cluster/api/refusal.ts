import { summaryOf, type FieldError } from '../rules/field-errors';
import { kindName, resourceName, type Kind } from './kinds';

/** An answer of the API server that is no success. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly details: object = {},
  ) {
    super(message);
  }

  /** As the API writes it. */
  status(): object {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      details: this.details,
      code: this.code,
    };
  }
}

export const notThere = (kind: Kind, name: string): Refusal =>
  new Refusal(404, 'NotFound', `${resourceName(kind)} "${name}" not found`, {
    name,
    group: kind.group,
    kind: kind.plural,
  });

export const alreadyThere = (kind: Kind, name: string): Refusal =>
  new Refusal(409, 'AlreadyExists', `${resourceName(kind)} "${name}" already exists`, {
    name,
    group: kind.group,
    kind: kind.plural,
  });

export const badRequest = (message: string): Refusal => new Refusal(400, 'BadRequest', message);

export const invalidObject = (kind: Kind, name: string, errors: readonly FieldError[]): Refusal =>
  new Refusal(422, 'Invalid', `${kindName(kind)} "${name}" is invalid: ${summaryOf(errors)}`, {
    name,
    group: kind.group,
    kind: kind.kind,
    causes: errors.map(({ field, reason, message }) => ({ field, reason, message })),
  });

/** No such address. */
export const unknownAddress = (): Refusal =>
  new Refusal(404, 'NotFound', 'the server could not find the requested resource');
