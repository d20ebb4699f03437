/** Number and title of a session, as far as the viewer has them. */
export function sessionName({
  number,
  title,
}: {
  number: number | null;
  title: string | null;
}): string {
  if (number === null) return title ?? 'Untitled session';
  return title === null ? `Session ${number}` : `Session ${number}: ${title}`;
}
