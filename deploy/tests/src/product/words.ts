import { randomUUID } from 'node:crypto';

/** Returns a word that occurs once. */
export const newWord = (): string => `word${randomUUID().replaceAll('-', '')}`;

/** Returns the generated words in a text. */
export const writtenWords = (text: string): string[] => text.match(/word[0-9a-f]{32}/g) ?? [];
