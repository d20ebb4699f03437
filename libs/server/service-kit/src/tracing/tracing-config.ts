import { SAMPLERS } from '@tomekeeper/tracing';
import { z } from 'zod';

/** OpenTelemetry takes an empty variable for none. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** OpenTelemetry's own settings. Its libraries read more of them: OTEL_BSP_*, OTEL_RESOURCE_ATTRIBUTES, … */
export const tracingConfig = {
  /** Where traces are sent, as OTLP over HTTP with JSON; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unlessEmpty(z.url()),
  OTEL_EXPORTER_OTLP_HEADERS: unlessEmpty(z.string()),
  OTEL_EXPORTER_OTLP_PROTOCOL: unlessEmpty(z.string()),
  OTEL_TRACES_EXPORTER: unlessEmpty(z.enum(['otlp', 'none'])),
  OTEL_SDK_DISABLED: unlessEmpty(z.stringbool()),
  OTEL_SERVICE_NAME: unlessEmpty(z.string()),
  /** Default: `parentbased_traceidratio` with one in a hundred. */
  OTEL_TRACES_SAMPLER: unlessEmpty(z.enum(SAMPLERS)),
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1)),
};
