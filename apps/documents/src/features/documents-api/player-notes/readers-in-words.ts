import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { isOwnNote, type Document } from '../documents-api';

export const AUTHOR_AUDIENCES: readonly AuthorAudience[] = ['private', 'gms', 'party'];

/** Who reads a note, as its author reads it. */
export const READERS: Readonly<Record<AuthorAudience, string>> = {
  private: 'Only you',
  gms: 'Game masters',
  party: 'The party',
};

/** Who reads a note, below the field in which its author writes. */
export const READ_BY: Readonly<Record<AuthorAudience, string>> = {
  private: 'Your game masters cannot read it either.',
  gms: 'Your game masters read your text as you type.',
  party: 'All players and game masters read your text as you type.',
};

/** Confirmation of a change. */
export const NOW_READ_BY: Readonly<Record<AuthorAudience, string>> = {
  private: 'Only you can read this note now.',
  gms: 'You and your game masters can read this note now.',
  party: 'The whole party can read this note now.',
};

/** Label of a note's readers. GMs read for whom the player wrote it. */
export function readersInWords(note: Document, isGm: boolean): string {
  const { author_audience: audience = 'private' } = note;
  if (!isGm || isOwnNote(note)) return READERS[audience];
  return audience === 'party' ? 'For the party' : 'For game masters';
}
