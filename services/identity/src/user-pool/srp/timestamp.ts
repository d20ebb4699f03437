/** `Wed Apr 5 22:42:34 UTC 2017`: English, the day without a leading zero. */
const FORM =
  /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([1-9]|[12]\d|3[01]) (\d\d:\d\d:\d\d) UTC (\d{4})$/;

/** Milliseconds since 1970 of a client's timestamp, or undefined when it has another form. */
export function parseTimestamp(text: string): number | undefined {
  const [, month, day, time, year] = FORM.exec(text) ?? [];
  const value = Date.parse(`${day} ${month} ${year} ${time} GMT`);
  return Number.isNaN(value) ? undefined : value;
}
