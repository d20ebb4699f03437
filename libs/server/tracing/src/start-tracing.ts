import type * as OpenTelemetry from './open-telemetry';
import { recordWith } from './spans';

/** OpenTelemetry variables that its libraries do not read themselves. */
export interface TracingSettings {
  OTEL_SDK_DISABLED?: boolean | undefined;
  OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_EXPORTER_OTLP_PROTOCOL?: string | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_TRACES_SAMPLER?: SamplerName | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingOptions {
  /** Default name of this process, if the settings have none. */
  service: string;
  settings: TracingSettings;
  /** Called when spans cannot be sent, at most every few minutes. */
  warn: (problem: string) => void;
}

/** Turns tracing on if an exporter is configured; loads nothing otherwise. */
export function startTracing(options: TracingOptions): void {
  if (!hasSomewhereToSend(options.settings)) return;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- 16 MB that most installations don't need
  const sdk = require('./open-telemetry') as typeof OpenTelemetry;
  recordWith(sdk.openTelemetry(options));
}

function hasSomewhereToSend(settings: TracingSettings): boolean {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  );
}
