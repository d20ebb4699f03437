import type { PassageContent } from '@tomekeeper/contracts-document';

/** Label that every extractor sets on passages in secret markup; these are GM only. */
const SECRET = 'secret';

export const isSecret = ({ content }: { content: PassageContent }): boolean =>
  content.label === SECRET;
