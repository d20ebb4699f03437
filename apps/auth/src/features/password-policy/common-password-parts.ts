type ReadPart = (part: number) => Promise<readonly string[]>;

/** Reads each part of the list once. A failed read is not kept, so that the next call tries again. */
export function rememberParts(read: ReadPart): ReadPart {
  const parts = new Map<number, Promise<readonly string[]>>();
  return (part) => {
    const known = parts.get(part);
    if (known) return known;
    const reading = read(part);
    parts.set(part, reading);
    reading.catch(() => parts.delete(part));
    return reading;
  };
}
