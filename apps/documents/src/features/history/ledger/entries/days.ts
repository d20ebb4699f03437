export interface Day<Entry> {
  /** ‘Today’, ‘Yesterday’, ‘Friday, 20 November’. */
  heading: string;
  entries: Entry[];
}

/** Groups entries by local calendar day, keeping their order. */
export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  now: Date,
): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const heading = dayHeading(new Date(entry.at), now);
    const last = days.at(-1);
    if (last?.heading === heading) last.entries.push(entry);
    else days.push({ heading, entries: [entry] });
  }
  return days;
}

const THIS_YEAR = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const ANY_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const DAY_MS = 24 * 60 * 60 * 1000;

function dayHeading(moment: Date, now: Date): string {
  if (Number.isNaN(moment.getTime())) return 'Some day';
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return (moment.getFullYear() === now.getFullYear() ? THIS_YEAR : ANY_YEAR).format(moment);
}

const startOfDay = (moment: Date): number => new Date(moment).setHours(0, 0, 0, 0);

export const timeInWords = (at: string): string => formatted(TIME, at);
export const momentInWords = (at: string): string => formatted(MOMENT, at);

const formatted = (format: Intl.DateTimeFormat, at: string): string => {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : format.format(moment);
};
