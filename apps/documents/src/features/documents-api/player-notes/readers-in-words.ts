import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { isOwnNote, titleOf, type Document } from '../documents-api';

export const AUTHOR_AUDIENCES: readonly AuthorAudience[] = ['private', 'gms', 'party'];

/** Readers of a note, as displayed to its author. */
export const READERS: Readonly<Record<AuthorAudience, string>> = {
  private: 'Only you',
  gms: 'Game masters',
  party: 'The party',
};

/** Readers of a note, displayed in the editor. */
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

/** Confirmation that a note was restored. */
export const restoredInWords = (note: Document): string =>
  `${titleOf(note)} is restored. ${NOW_READ_BY[note.author_audience ?? 'private']}`;

/** Label of a note's readers; for GMs the audience that the player chose. */
export function readersInWords(note: Document, isGm: boolean): string {
  const { author_audience: audience = 'private' } = note;
  if (!isGm || isOwnNote(note)) return READERS[audience];
  return audience === 'party' ? 'For the party' : 'For game masters';
}
