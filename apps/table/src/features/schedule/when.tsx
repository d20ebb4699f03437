import { ownTimeZone } from './zoned-time';

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

const inZone = (moment: Date, options: Intl.DateTimeFormatOptions, timeZone?: string) =>
  new Intl.DateTimeFormat(undefined, { ...options, ...(timeZone && { timeZone }) }).format(moment);

interface WhenProps {
  /** Null without a date. */
  moment: string | null;
  /** Zone in which the date was entered; its time is added if it differs from the viewer's. */
  zone?: string | null;
}

/** Date and time in the viewer's zone. */
export function When({ moment: text, zone }: WhenProps) {
  if (text === null) return <span>No date yet</span>;
  const moment = new Date(text);
  return (
    <span>
      <time dateTime={text}>{inZone(moment, { ...DAY, ...TIME })}</time>
      {zone && timeElsewhere(moment, zone)}
    </span>
  );
}

/**
 * The time in another zone, with the day of the week if it is another day; empty for the viewer's own time, and for a zone that this
 * browser does not know.
 */
function timeElsewhere(moment: Date, zone: string): string {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone });
  } catch {
    return '';
  }
  const isSame = (options: Intl.DateTimeFormatOptions) =>
    inZone(moment, options) === inZone(moment, options, zone);
  if (zone === ownTimeZone() || isSame({ ...DAY, ...TIME })) return '';
  const shown = isSame(DAY) ? TIME : ({ weekday: 'long', ...TIME } as const);
  return ` (${inZone(moment, shown, zone)} in ${zone.replaceAll('_', ' ')})`;
}
