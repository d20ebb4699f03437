// Numbers of rows, of which there may be a hundred thousand: as a list of text they would take several times the memory of what they are about.

/** All of a column of one statement, in ascending order, in SQL. @param column its name, of `float8` */
export const packed = (column: string): string =>
  `string_agg(float8send(${column}), '' ORDER BY ${column})`;

/** @param sent what `packed` gives; null of no rows */
export function packedNumbers(sent: Buffer | null | undefined): Float64Array {
  const bytes = Float64Array.BYTES_PER_ELEMENT;
  const length = (sent?.length ?? 0) / bytes;
  return Float64Array.from({ length }, (_, at) => sent?.readDoubleBE(at * bytes) ?? 0);
}
