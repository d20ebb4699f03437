const OFFERED = ['br', 'gzip'] as const;
export type Encoding = (typeof OFFERED)[number];

/** The best encoding that an `Accept-Encoding` header allows; undefined for an uncompressed body. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
        const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
        return [name.trim(), q === undefined ? 1 : Number(q)] as const;
      }),
  );
  return OFFERED.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}
