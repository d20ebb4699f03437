import type { Document } from '../documents-api';

/** Whether text extraction is pending or running. */
export const isExtracting = ({ text_state: state }: Document): boolean =>
  state === 'waiting' || state === 'reading';
