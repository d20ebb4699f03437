import { startTracing, type TracingSettings } from '@tomekeeper/tracing';
import type { TraceReceiver } from './trace-receiver';

/** Default settings: every trace is recorded. */
const EVERYTHING: TracingSettings = { OTEL_TRACES_SAMPLER: 'parentbased_always_on' };

/**
 * Sends this process's traces to the receiver, until `recordWith(undefined)`.
 * @param forTheSdk temporary environment variables for OpenTelemetry
 * @returns the logged warnings
 */
export function traceTo(
  { endpoint }: TraceReceiver,
  service: string,
  settings = EVERYTHING,
  forTheSdk: Record<string, string> = {},
): string[] {
  const warnings: string[] = [];
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...forTheSdk };
  Object.assign(process.env, variables);
  startTracing({
    service,
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings },
    warn: (problem) => warnings.push(problem),
  });
  for (const name of Object.keys(variables)) delete process.env[name];
  return warnings;
}
