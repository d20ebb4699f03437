import type { Node } from 'prosemirror-model';
import { schema } from './schema';

/** Source of unsaved GM-only words and of words with a lost source. */
export const UNKNOWN_SOURCE = '00000000-0000-4000-8000-000000000000';

export const isSecretBox = ({ type, attrs }: Node): boolean =>
  type === schema.nodes.callout && attrs['label'] === 'secret';

/** Whether plain text contains the markup of a secret. */
export const hasSecretMarkup = (text: string): boolean =>
  /\[!secret\b|<section\b[^>]*\bclass=["']?[^"'>]*\bsecret\b/i.test(text);
