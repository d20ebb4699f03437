/** A path of unencoded characters, without dot segments and doubled slashes. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w~!$&'()*+,=:@.|^[\]-]+)*\/?$/;
const ENCODED = /%([0-9a-f]{2})/gi;
const UNRESERVED = /^[\w.~-]$/;
/** Programs disagree about the meaning of these when they are encoded: delimiters and control characters. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const NEVER_ENCODED = /^[/\\;#?%\u0000-\u001f\u007f]$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

export interface CanonicalTarget {
  url: string;
  /** Host of an absolute target; it overrides the header. */
  host?: string;
}

/**
 * Canonical form of a request target, used for routing, limits and forwarding. Undefined for dot segments, doubled
 * slashes, fragments, `;` parameters, encoded delimiters and invalid encodings. Case and query stay unchanged.
 */
export function canonicalTarget(target: string): CanonicalTarget | undefined {
  const whole = target.startsWith('/') ? undefined : ABSOLUTE.exec(target);
  if (whole) {
    const rest = whole[2] ?? '';
    const url = canonicalUrl(rest.startsWith('/') ? rest : `/${rest}`);
    return url === undefined ? undefined : { url, host: whole[1] ?? '' };
  }
  const url = canonicalUrl(target);
  return url === undefined ? undefined : { url };
}

function canonicalUrl(target: string): string | undefined {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (isPlain(path)) return target;
  const decoded = normalizeEncoding(path);
  if (decoded === undefined || !isPlain(decoded.replace(/%[0-9A-F]{2}/g, '_'))) return undefined;
  return query < 0 ? decoded : decoded + target.slice(query);
}

const isPlain = (path: string): boolean => path.startsWith('/') && PLAIN.test(path);

/** Decodes unreserved characters and capitalizes other escapes; undefined for forbidden characters. */
function normalizeEncoding(path: string): string | undefined {
  if (!path.includes('%')) return undefined;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  let isForbidden = false;
  const decoded = path.replace(ENCODED, (found: string, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    if (UNRESERVED.test(char)) return char;
    isForbidden ||= NEVER_ENCODED.test(char);
    return found.toUpperCase();
  });
  return isForbidden ? undefined : decoded;
}
