const DAY_MS = 24 * 60 * 60 * 1000;
/** Days shown as relative dates; older ones are absolute. */
const COUNTED_DAYS = 7;
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const ANY_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A day in the user's language and time zone: today, yesterday, 3 days ago, Nov 3, Nov 3, 2025. */
export function dayInWords(moment: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY_MS);
  if (days >= 0 && days < COUNTED_DAYS) return AGO.format(-days, 'day');
  return (moment.getFullYear() === now.getFullYear() ? THIS_YEAR : ANY_YEAR).format(moment);
}

const startOfDay = (moment: Date): number => new Date(moment).setHours(0, 0, 0, 0);
