import type { Document } from '../../documents-api/documents-api';
import { isExtracting } from '../../documents-api/display/is-extracting';
import { passagesInWords } from './audience-text';

/** Number of passages that some players do not see; 0 if the whole document is hidden or visible. */
export const hiddenFromSome = ({ is_spoilers, audiences }: Document): number =>
  is_spoilers || !audiences ? 0 : audiences.gm + audiences.players;

/** Number of passages of a hidden document that some players see. */
export const shownToSome = ({ is_spoilers, audiences }: Document): number =>
  is_spoilers && audiences ? audiences.party + audiences.players : 0;

/** `2 handouts`: all of them, the document's own one included. */
export function handoutsInWords({ is_spoilers, public_title, handouts = 0 }: Document): string {
  const all = handouts + (is_spoilers && public_title !== undefined ? 1 : 0);
  return all === 1 ? 'One handout' : `${all} handouts`;
}

interface MixedWords {
  words: string;
  /** The audiences in full, for a tooltip. */
  more: string;
}

/** Label of a partially hidden document, for GMs; undefined if all passages have the same audience. */
export function mixedInWords(document: Document): MixedWords | undefined {
  const { audiences } = document;
  const shown = shownToSome(document);
  const hidden = hiddenFromSome(document);
  if (!audiences || shown + hidden === 0) return undefined;
  const { gm, party, players } = audiences;
  const some = players > 0 && `${count(players)} for chosen players`;
  if (shown > 0)
    return {
      words: `${passagesInWords(shown)} shown`,
      more: [party > 0 && `${count(party)} for the party`, some].filter(Boolean).join(', '),
    };
  return {
    words: `${passagesInWords(hidden)} hidden`,
    more: [gm > 0 && `${count(gm)} for GMs only`, some].filter(Boolean).join(', '),
  };
}

/** Why players cannot open the file, and whether a GM can give access now. */
export function withheldInWords(
  document: Document,
): { title: string; why: string; isFree: boolean } | undefined {
  if (document.picture_withheld)
    return {
      title: 'Players cannot open this picture',
      why: 'Its format may hold places, names or hidden layers that cannot be removed. Upload it as PNG, JPEG, WebP, GIF or AVIF.',
      isFree: false,
    };
  if (!document.file_withheld || document.is_spoilers) return undefined;
  const hidden = hiddenFromSome(document);
  const title = 'Players get no file';
  if (hidden > 0)
    return {
      title,
      why: `${passagesInWords(hidden)} of it ${hidden === 1 ? 'is' : 'are'} hidden from some of them, and the file would show it. They read the rest as text.`,
      isFree: false,
    };
  if (isExtracting(document))
    return {
      title: 'Players do not get it yet',
      why: 'Its text is checked for secrets first. Players get the file once nothing in it is secret.',
      isFree: false,
    };
  if (isFailed(document))
    return {
      title,
      why: 'Its text could not be extracted, so that secrets in it are unknown. Release it if players may have all of it.',
      isFree: true,
    };
  return {
    title,
    why: 'Parts of it were hidden from them before. Nothing is hidden now: you can release the file to them.',
    isFree: true,
  };
}

const isFailed = ({ text_state: state }: Document): boolean =>
  state === 'locked' || state === 'damaged' || state === 'too_large' || state === 'unsupported';

const count = (of: number): string => of.toLocaleString('en');
