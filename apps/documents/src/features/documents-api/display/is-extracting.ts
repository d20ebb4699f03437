import type { Document } from '../documents-api';

/** Whether the text of a file is still to come. */
export const isExtracting = ({ text_state: state }: Document): boolean =>
  state === 'waiting' || state === 'reading';
