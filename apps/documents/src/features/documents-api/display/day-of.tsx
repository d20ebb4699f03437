import { dayInWords } from './day-in-words';

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** The day of a moment, relative if recent. */
export function DayOf({ moment: text }: { moment: string }) {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return <span>{text}</span>;
  return (
    <time dateTime={moment.toISOString()} title={MOMENT.format(moment)}>
      {dayInWords(moment, new Date())}
    </time>
  );
}
