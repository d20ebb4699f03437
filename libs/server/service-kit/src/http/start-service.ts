import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startTracing } from '@tomekeeper/tracing';
import type { BaseConfig } from '../config/config';
import { Readiness } from '../health/readiness';
import { createApp, type EdgeOptions, type RequestDeadlines } from './create-app';
import { endBySignal } from './draining';
import { createLog, type Log } from './log';

export interface StartOptions {
  name: string;
  config: BaseConfig;
  /** Builds the service's module; receives the log for its workers. */
  module: (log: Log) => Type | DynamicModule;
  bodyLimit?: number;
  workerOnly?: boolean;
  /** Only for the process that is exposed to browsers. */
  edge?: EdgeOptions;
  deadlines?: RequestDeadlines;
  /** Called before listening, for Fastify-specific setup. */
  configure?: (app: NestFastifyApplication, log: Log) => Promise<void> | void;
}

/** Starts a service that shuts down gracefully on a signal. */
export async function startService(options: StartOptions): Promise<NestFastifyApplication> {
  const log = createLog(options.name, options.config.LOG_LEVEL);
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100).unref();
  });
  startTracing({
    service: options.name,
    settings: options.config,
    warn: (problem) => log.warn(problem),
  });
  try {
    const app = await createApp({
      module: options.module(log),
      log,
      ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
      ...(options.edge ? { edge: options.edge } : {}),
      ...(options.deadlines ? { deadlines: options.deadlines } : {}),
      workerOnly: options.workerOnly ?? false,
    });
    await options.configure?.(app, log);
    endBySignal({ app, readiness: app.get(Readiness), drainMs: options.config.DRAIN_MS ?? 0 });
    await app.listen(options.config.PORT, options.config.HOST);
    log.info({ url: await app.getUrl() }, 'listening');
    return app;
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    // Lets the log reach its stream before the process exits.
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.exit(1);
  }
}
