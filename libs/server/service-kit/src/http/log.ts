import type { LoggerService } from '@nestjs/common';
import { correlationId, traceContext } from '@tomekeeper/correlation';
import { traceFields } from '@tomekeeper/tracing';
import pino, { type DestinationStream, type Logger } from 'pino';
import { standardOutput } from './batched-lines';

export type Log = Logger;

/** Fields whose values never belong into a log, wherever they stand. */
const SECRET_FIELDS = [
  'authorization',
  'password',
  'Password',
  'PreviousPassword',
  'ProposedPassword',
  'token',
  'Token',
  'AccessToken',
  'IdToken',
  'RefreshToken',
  'Session',
  // Not `code`: errors carry their names under it. Codes of people stand under the next one only.
  'ConfirmationCode',
  'sealed',
  // Values of a failed SQL statement, and the row it names.
  'parameters',
  'detail',
];

/** JSON lines on standard output, each with the correlation id and the trace of what is being worked on. */
export function createLog(
  service: string,
  level: string,
  destination: DestinationStream = standardOutput(),
): Log {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
      mixin: () => {
        const correlation = correlationId();
        return {
          ...(correlation ? { correlation_id: correlation } : {}),
          ...traceFields(traceContext()),
        };
      },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  );
}

/** Nest's own messages, in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.target.debug({ context: rest.at(-1) }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    if (message instanceof Error) this.target.error({ err: message });
    else this.target.error({ details: rest }, String(message));
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.target.warn({ context: rest.at(-1) }, String(message));
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.target.trace({ context: rest.at(-1) }, String(message));
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.target.trace({ context: rest.at(-1) }, String(message));
  }
}
