import {
  ERROR_KINDS,
  OWN_FRAME,
  REPORT_LIMITS,
  scrubbed,
  type BrowserError,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import type { CaughtError } from '../report';
import { callPattern, pagePattern } from './page-pattern';

/** Browser messages that occur on any page and that we cannot prevent. */
const NOISE = /^(Script error\.?$|ResizeObserver loop )/;

/** Error report for operators; undefined for errors that are not ours. */
export function described(
  { error, context, path }: CaughtError,
  remotes: readonly RegistryEntry[],
): BrowserError | undefined {
  const where = context?.where ?? '';
  const page = pagePattern(path, remotes);
  if (error instanceof Response) return ofCall(error, where, page);
  const { name, message, stack, code, correlationId } = asObject(error);
  const frames = framesOf(stack);
  const kind = kindOf(where, name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED');
  // The screen says that the network is down; operators cannot help.
  if (name === 'NetworkError' || (!navigator.onLine && (kind === 'load' || kind === 'chunk')))
    return undefined;
  const isCaught = kind !== 'error' && kind !== 'rejection';
  if (!isCaught && (NOISE.test(message) || (frames.length === 0 && isElsewhere(stack))))
    return undefined;
  const [seenIn] = frames.map(remoteOf).filter(Boolean);
  const remote = (isCaught && context?.remote) || seenIn?.id || 'shell';
  const version =
    frames.map(remoteOf).find((found) => found?.id === remote)?.version ??
    remotes.find(({ id }) => id === remote)?.version;
  return {
    remote: remote.slice(0, REPORT_LIMITS.text),
    ...(version && { version }),
    kind,
    where: scrubbed(where, REPORT_LIMITS.text),
    name: /^[\w$]{1,60}$/.test(name) ? name : 'Error',
    message: scrubbed(message, REPORT_LIMITS.message),
    ...(frames.length > 0 && { stack: frames }),
    page,
    ...(correlationId && { correlation_id: correlationId }),
  };
}

/** Report of a failed API call. */
function ofCall(response: Response, where: string, page: string): BrowserError {
  const correlationId = response.headers.get('x-correlation-id');
  return {
    remote: 'shell',
    kind: 'api',
    where: `${where} ${callPattern(response.url)}`.slice(0, REPORT_LIMITS.text),
    name: `HTTP${response.status}`,
    message: '',
    page,
    ...(correlationId && { correlation_id: correlationId.slice(0, 64) }),
  };
}

/** First word of the location, if it is an error kind. */
function kindOf(where: string, isChunk: boolean): BrowserError['kind'] {
  const [first] = where.split(' ', 1);
  if (isChunk && first !== 'load') return 'chunk';
  return ERROR_KINDS.find((kind) => kind === first) ?? 'report';
}

/** Any value can be thrown. */
function asObject(error: unknown) {
  const given = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as {
    name?: unknown;
    message?: unknown;
    stack?: unknown;
    code?: unknown;
    /** From a response that violates its contract. */
    issues?: unknown;
    /** From an API error. */
    correlationId?: unknown;
  };
  return {
    name: asText(given.name),
    message: Array.isArray(given.issues) ? brokenFields(given.issues) : asText(given.message),
    stack: asText(given.stack),
    code: given.code,
    correlationId: asText(given.correlationId).slice(0, 64),
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Field names and issue codes only: the remaining text is constant. */
const brokenFields = (issues: readonly { path?: readonly unknown[]; code?: string }[]) =>
  issues
    .slice(0, 5)
    .map(({ path = [], code }) => `${path.join('.')}: ${code}`)
    .join(', ');

const PLACE = /(\w+:\/\/[^/\s)]+)\/([^\s?:)]+)(?:\?[^\s:)]*)?(:\d+:\d+)/;

/** Stack frames in our own files, innermost first. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => PLACE.exec(line) ?? [])
    .filter(([, origin]) => origin === location.origin)
    .map(([, , file = '', at = '']) => file + at)
    .filter((frame) => OWN_FRAME.test(frame) && frame.length <= REPORT_LIMITS.frame)
    .slice(0, REPORT_LIMITS.frames);
}

/** Whether all frames are in foreign files, such as browser extensions. */
const isElsewhere = (stack: string) => PLACE.test(stack);

function remoteOf(frame: string) {
  const [, id, version] = /^remotes\/([^/]+)\/([^/]+)\//.exec(frame) ?? [];
  return id && version ? { id, version } : undefined;
}
