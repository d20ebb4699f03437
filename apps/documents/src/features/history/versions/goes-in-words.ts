const DAY_MS = 24 * 60 * 60 * 1000;

/** Time until automatic deletion from the trash, in whole days. */
export function goesInWords(goesAt: string, now: Date): string {
  const days = (Date.parse(goesAt) - now.getTime()) / DAY_MS;
  if (!(days >= 1)) return 'Deleted permanently within a day';
  return days < 1.5
    ? 'Deleted permanently in a day'
    : `Deleted permanently in ${Math.round(days)} days`;
}
