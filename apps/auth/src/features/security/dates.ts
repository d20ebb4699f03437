/** '21 November 2026', in the reader's own manner. */
export const day = (date: Date) => date.toLocaleDateString(undefined, { dateStyle: 'long' });

/** '21 November 2026 at 14:05', in the reader's own manner and time. */
export const moment = (timestamp: string | Date) =>
  new Date(timestamp).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
