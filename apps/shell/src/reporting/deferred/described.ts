import {
  ERROR_KINDS,
  OWN_FRAME,
  REPORT_LIMITS,
  scrubbed,
  type BrowserError,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import type { Caught } from '../report';
import { callPattern, pagePattern } from './page-pattern';

/** Messages that browsers produce on any page and that no change of ours prevents. */
const NOISE = /^(Script error\.?$|ResizeObserver loop )/;

/** What operators learn of an error; nothing where it is none of ours. */
export function described(
  { error, context, path }: Caught,
  remotes: readonly RegistryEntry[],
): BrowserError | undefined {
  const where = context?.where ?? '';
  const page = pagePattern(path, remotes);
  if (error instanceof Response) return ofCall(error, where, page);
  const { name, message, stack, code, correlationId } = asObject(error);
  const frames = framesOf(stack);
  const kind = kindOf(where, name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED');
  // The screen says that there is no network; operators cannot help.
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

/** A call that the server could not answer. */
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

/** The first word of where it happened, when it is the name of a kind. */
function kindOf(where: string, isChunk: boolean): BrowserError['kind'] {
  const [first] = where.split(' ', 1);
  if (isChunk && first !== 'load') return 'chunk';
  return ERROR_KINDS.find((kind) => kind === first) ?? 'report';
}

/** Anything can be thrown. */
function asObject(error: unknown) {
  const given = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as {
    name?: unknown;
    message?: unknown;
    stack?: unknown;
    code?: unknown;
    /** Of an answer that broke its contract. */
    issues?: unknown;
    /** Of an answer of ours. */
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

/** Names of fields and what is wrong with them: the words around are the same each time. */
const brokenFields = (issues: readonly { path?: readonly unknown[]; code?: string }[]) =>
  issues
    .slice(0, 5)
    .map(({ path = [], code }) => `${path.join('.')}: ${code}`)
    .join(', ');

const PLACE = /(\w+:\/\/[^/\s)]+)\/([^\s?:)]+)(?:\?[^\s:)]*)?(:\d+:\d+)/;

/** The places of a stack that are in files of ours, the innermost first. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => PLACE.exec(line) ?? [])
    .filter(([, origin]) => origin === location.origin)
    .map(([, , file = '', at = '']) => file + at)
    .filter((frame) => OWN_FRAME.test(frame) && frame.length <= REPORT_LIMITS.frame)
    .slice(0, REPORT_LIMITS.frames);
}

/** A stack that names places, and none of ours: something that the browser brings along. */
const isElsewhere = (stack: string) => PLACE.test(stack);

function remoteOf(frame: string) {
  const [, id, version] = /^remotes\/([^/]+)\/([^/]+)\//.exec(frame) ?? [];
  return id && version ? { id, version } : undefined;
}
