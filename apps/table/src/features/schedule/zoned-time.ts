import { TZDate } from '@date-fns/tz';

/** A date and time as a form shows them, in a zone. */
export interface LocalTime {
  /** `2027-03-05` */
  date: string;
  /** `19:00` */
  time: string;
}

/**
 * Returns the instant of a local time as ISO 8601 in UTC; undefined for incomplete input. A time that daylight saving skips
 * moves forward, and a repeated time is the second one.
 */
export function instantOf({ date, time }: LocalTime, timeZone: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (!year || !month || !day || !hour || !minute) return undefined;
  const moment = new TZDate(+year, +month - 1, +day, +hour, +minute, timeZone);
  return Number.isNaN(moment.getTime()) ? undefined : new Date(moment.getTime()).toISOString();
}

/** Returns the local time of an instant in a zone. */
export function localTimeOf(instant: string, timeZone: string): LocalTime {
  const moment = new TZDate(new Date(instant).getTime(), timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  };
}

/** Zone of this device. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Zones that the browser knows, and the given ones. */
export function timeZones(...given: readonly string[]): string[] {
  return [...new Set([...given, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
