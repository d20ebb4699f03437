/** Characters that a path has without being encoded, and nothing that could be spelled another way. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w~!$&'()*+,=:@.|^[\]-]+)*\/?$/;
const ENCODED = /%([0-9a-f]{2})/gi;
const UNRESERVED = /^[\w.~-]$/;
/** Encoded, these mean something else to one program than to the next: ends of parts, of strings, of paths. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const NEVER_ENCODED = /^[/\\;#?%\u0000-\u001f\u007f]$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/** A request's target in its one spelling. */
export interface CanonicalTarget {
  /** Path and query. */
  url: string;
  /** Given by a target that is a whole URL, and then in place of the header. */
  host?: string;
}

/**
 * The one spelling of what a request asks for, by which it is routed, counted and passed on; undefined for spellings
 * that no address of ours has: dot segments, doubled slashes, fragments, `;` parameters, slashes and the like that
 * are encoded, and what can not be decoded. Case stays: `/API` is another path. Queries are a service's to read.
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
  const decoded = withoutNeedlessEncoding(path);
  if (decoded === undefined || !isPlain(decoded.replace(/%[0-9A-F]{2}/g, '_'))) return undefined;
  return query < 0 ? decoded : decoded + target.slice(query);
}

const isPlain = (path: string): boolean => path.startsWith('/') && PLAIN.test(path);

/** Unreserved characters as themselves, others in capital hexadecimals; undefined for what must not be there. */
function withoutNeedlessEncoding(path: string): string | undefined {
  if (!path.includes('%')) return undefined;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined; // no UTF-8, or no encoding at all
  }
  let isOdd = false;
  const decoded = path.replace(ENCODED, (found: string, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    if (UNRESERVED.test(char)) return char;
    isOdd ||= NEVER_ENCODED.test(char);
    return found.toUpperCase();
  });
  return isOdd ? undefined : decoded;
}
