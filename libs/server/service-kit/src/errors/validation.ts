import { StandardSchemaValidationPipe } from '@nestjs/common';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError } from './domain-error';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

/** Fields of a problem that a refused field must not overwrite. */
const RESERVED = new Set(['status', 'code', 'detail', 'correlation_id']);

/** Sentences about refused input, by the field that stands at the top of each path. */
export function validationError(issues: readonly Issue[]): DomainError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const [first] = issue.path ?? [];
    const key = typeof first === 'object' ? first.key : first;
    if (key === undefined) continue;
    const field = RESERVED.has(String(key)) ? `${String(key)}_` : String(key);
    (fields[field] ??= []).push(issue.message);
  }
  const detail = issues[0]?.path?.length
    ? issues[0].message
    : 'The request is not of the form that this call takes.';
  return new DomainError('invalid', GENERAL_CODES.validation, detail, { fields });
}

/** Checks every `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({ exceptionFactory: validationError });
