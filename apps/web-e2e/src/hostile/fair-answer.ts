import { INNARDS } from '@tomekeeper/testing';
import type { RawAnswer, RawRequest } from './raw-request';

/** Folders of a machine, and anything that names a line of code. */
const MACHINE = /\/(home|work|tmp|usr|var|opt|root)\/[\w.-]+\/|\.[cm]?[jt]s:\d+|file:\/\//;

/** Requirements for every response, regardless of the request. */
export function expectFair(request: RawRequest, answer: RawAnswer): void {
  const { status, headers, text } = answer;
  const problems = [
    status >= 500 && 'a failure of ours',
    status === 422 && 'a status that the API does not use',
    !headers['x-correlation-id'] && 'no X-Correlation-Id',
    headers['x-injected'] !== undefined && 'a header of the caller',
    INNARDS.test(text) && 'a stack or SQL',
    status >= 400 && MACHINE.test(text) && 'a path of the machine',
    // Headers that were not read to their end do not say which operation they were for.
    status >= 400 && (status === 431 ? problemForm : formOf(request.path))(answer),
  ].filter((problem) => problem !== false && problem !== undefined);
  if (problems.length === 0) return;
  const { method, path, body } = request;
  throw new Error(
    `${problems.join(', ')}: ${method} ${path.slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)} ` +
      `${body?.toString('latin1').slice(0, 300) ?? ''}\n→ ${status} ${JSON.stringify(headers)}\n${text.slice(0, 600)}`,
  );
}

type Form = (answer: RawAnswer) => string | undefined;

const formOf = (path: string): Form => (path.startsWith('/idp') ? protocolForm : problemForm);

const problemForm: Form = ({ status, headers, text }) => {
  if (!headers['content-type']?.startsWith('application/problem+json')) return 'no problem+json';
  const body = members(text);
  if (body['status'] !== status) return 'another status inside';
  if (body['correlation_id'] !== headers['x-correlation-id']) return 'another correlation id';
  if (!isSentence(body['detail'])) return 'no sentence';
  if (typeof body['code'] !== 'string' || !/^[\w.-]+$/.test(body['code'])) return 'no code';
  if (status === 401 && !headers['www-authenticate']?.startsWith('Bearer')) return 'no challenge';
  return undefined;
};

const protocolForm: Form = ({ text }) => {
  const body = members(text);
  return typeof body['__type'] === 'string' && typeof body['message'] === 'string'
    ? undefined
    : 'not in the form of the protocol';
};

const isSentence = (value: unknown) => typeof value === 'string' && /\S/.test(value);

function members(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
