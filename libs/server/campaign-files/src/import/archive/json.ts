import type { ImportProblem } from '@tomekeeper/contracts-document';
import { ImportError } from '../../model';

/** One item cannot be read; the import continues. */
export class ItemError extends Error {
  constructor(readonly reason: ImportProblem['reason']) {
    super(`The item is ${reason}.`);
  }
}

/** @returns undefined for anything but JSON */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The reason why one item was not read.
 * @throws errors that do not belong to the item
 */
export function reasonOf(error: unknown): ImportProblem['reason'] {
  if (error instanceof ItemError) return error.reason;
  if (!(error instanceof ImportError)) throw error;
  switch (error.reason) {
    case 'damaged':
    case 'too_large':
    case 'locked':
    case 'unsupported':
      return error.reason;
    default:
      throw error;
  }
}
