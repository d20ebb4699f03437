const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** The day a document was made, as this person's language writes it. */
export function CreatedDate({ of }: { of: string }) {
  const moment = new Date(of);
  if (Number.isNaN(moment.getTime())) return <span>{of}</span>;
  return (
    <time dateTime={moment.toISOString()} title={MOMENT.format(moment)}>
      {DAY.format(moment)}
    </time>
  );
}
