// Packs up to 100,000 numbers of rows into bytes, because a list of text would take several times the memory of the embeddings.

/** SQL for all values of a `float8` column, in ascending order. */
export const packed = (column: string): string =>
  `string_agg(float8send(${column}), '' ORDER BY ${column})`;

/** @param sent a value of {@link packed}; null without rows */
export function packedNumbers(sent: Buffer | null | undefined): Float64Array {
  const bytes = Float64Array.BYTES_PER_ELEMENT;
  const length = (sent?.length ?? 0) / bytes;
  return Float64Array.from({ length }, (_, at) => sent?.readDoubleBE(at * bytes) ?? 0);
}
