import type { NamedDocument } from '../sessions-api/sessions-api';

/** A session that took place before it was entered. */
export interface ProposedSession {
  document: string;
  documentTitle: string;
  number: number;
  /** The document's title without the number and the date; may be empty. */
  title: string;
  /** `2026-03-05`, if the title names a day. */
  date: string | undefined;
  /** Whether the whole party sees the title already. */
  isPublic: boolean;
}

/** A day that begins at midnight UTC is over everywhere by then. */
const MAX_DAY_MS = 36 * 3_600_000;

const NUMBER = /\bsession[\s_-]*(?:no\.?|number|#)?[\s_-]*0*([1-9]\d{0,3})\b/i;
const DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/;
/** Separators left at the ends of a title once its number and date are removed. */
const ENDS = /^[\s:,.;()[\]|_–—-]+|[\s:,;([|_–—-]+$/g;

/**
 * Proposes a session for each document named like one, such as “Session 12: the gate” or “2026-03-05 session 3”, by number.
 * Of several documents with one number the first counts; numbers of existing sessions are left out.
 */
export function proposeSessions(
  documents: readonly NamedDocument[],
  takenNumbers: ReadonlySet<number>,
): ProposedSession[] {
  const byNumber = new Map<number, ProposedSession>();
  for (const { id, title, isPublic } of documents) {
    const number = Number(NUMBER.exec(title)?.[1]);
    if (!number || takenNumbers.has(number) || byNumber.has(number)) continue;
    const date = DATE.exec(title);
    byNumber.set(number, {
      document: id,
      documentTitle: title,
      number,
      title: title.replace(DATE, '').replace(NUMBER, '').replace(ENDS, ''),
      date: date && isDay(date[0]) ? date[0] : undefined,
      isPublic,
    });
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Whether the text is a day of the calendar that is over in every time zone. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return isReal && moment.getTime() + MAX_DAY_MS <= Date.now();
}
