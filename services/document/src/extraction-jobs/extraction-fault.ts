import { DomainError } from '@tomekeeper/service-kit';
import type { ExtractionFailure } from '@tomekeeper/text-extraction';
import { ChildFailed } from '../sandbox/child-process';
import { MAX_TRIES, MAX_TRIES_AT_LIMITS } from './extractions';

interface ExtractionFault {
  /** For the log. */
  why: string;
  /** State of the document once no try is left. */
  state: ExtractionFailure;
  /** Number of tries in all. */
  tries: number;
  /** Seconds until the next try, times the tries so far. */
  againIn: number;
}

const SOON = 20;
/** A store that refuses one object now may give it once an operator has repaired it. */
const LATER = 600;

/** How often an extraction that failed with this error is tried. An unknown error counts as a fault of the file. */
export function faultOf(error: unknown): ExtractionFault {
  const fault = { state: 'damaged', tries: MAX_TRIES, againIn: SOON } as const;
  if (error instanceof ChildFailed) {
    const tries = error.why === 'died' ? MAX_TRIES : MAX_TRIES_AT_LIMITS;
    return { ...fault, why: error.why, tries };
  }
  if (isUnavailable(error)) return { ...fault, why: 'store', againIn: LATER };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // PostgreSQL's classes 22 (data exception) and 54 (program limit exceeded).
  if (/^22...$/.test(code)) return { ...fault, why: code, tries: MAX_TRIES_AT_LIMITS };
  if (/^54...$/.test(code))
    return { ...fault, why: code, state: 'too_large', tries: MAX_TRIES_AT_LIMITS };
  return { ...fault, why: error instanceof Error ? error.name : 'unknown' };
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'unavailable';
