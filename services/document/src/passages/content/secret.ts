import type { PassageContent } from '@tomekeeper/contracts-document';

/** The label that every reader gives to passages in secret markup: such passages are GM only. */
const SECRET = 'secret';

export const isSecret = ({ content }: { content: PassageContent }): boolean =>
  content.label === SECRET;
