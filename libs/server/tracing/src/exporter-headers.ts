/** `name=value,name=value` with percent-encoded values, as OTEL_EXPORTER_OTLP_HEADERS has it. */
export function headersOf(list: string | undefined): Record<string, string> {
  const pairs = (list ?? '').split(',').map((pair) => pair.split(/=(.*)/s, 2));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) =>
      name.trim() ? [[name.trim(), decoded(value.trim())]] : [],
    ),
  );
}

/** What is not percent-encoded the way it should be is taken as it is: the collector will say what it thinks of it. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
