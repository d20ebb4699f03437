import { ownTimeZone } from './zoned-time';

const format = (timeZone?: string) =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  });

interface WhenProps {
  /** Undefined without a date. */
  moment: string | null;
  /** Zone in which the date was entered; shown if the viewer is in another one. */
  zone?: string | null;
}

/** Date and time in the viewer's zone. */
export function When({ moment: text, zone }: WhenProps) {
  if (text === null) return <span>No date yet</span>;
  const moment = new Date(text);
  const isElsewhere = zone && zone !== ownTimeZone() && differs(moment, zone);
  return (
    <span>
      <time dateTime={text}>{format().format(moment)}</time>
      {isElsewhere && ` (${format(zone).format(moment)} in ${zone.replaceAll('_', ' ')})`}
    </span>
  );
}

const differs = (moment: Date, zone: string) =>
  format().format(moment) !== format(zone).format(moment);
