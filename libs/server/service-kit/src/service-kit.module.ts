import { Global, Module } from '@nestjs/common';
import { Readiness } from './health/readiness';
import { Metrics } from './metrics/metrics';
import { TraceFlush } from './tracing/request-spans';

/** Readiness and metrics of every process; createApp adds the endpoints. */
@Global()
@Module({
  providers: [Readiness, Metrics, TraceFlush],
  exports: [Readiness, Metrics],
})
export class ServiceKitModule {}
