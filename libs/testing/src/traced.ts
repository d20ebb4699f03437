import { startTracing, type TracingSettings } from '@tomekeeper/tracing';
import type { TraceReceiver } from './trace-receiver';

/** Everything is recorded, unless it is said otherwise. */
const EVERYTHING: TracingSettings = { OTEL_TRACES_SAMPLER: 'parentbased_always_on' };

/**
 * Sends this process's traces to the receiver, until `recordWith(undefined)`.
 * @param forTheSdk what OpenTelemetry itself finds in the environment meanwhile
 * @returns what it warned of
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
