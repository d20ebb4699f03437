import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import { storedText } from '../fields';

/** A tag that players see as a folder. */
export const sharedTagRecord = z.object({ tag: storedText(DOCUMENT_LIMITS.tagLength).min(1) });
