import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingSettings } from './start-tracing';

/** Sampled flags of external callers honored per minute. */
const PER_MINUTE = 60;

/** Rate limit for sampled flags of external callers, so that they cannot override the 1% sampling. */
export class CallerAllowance {
  private left = PER_MINUTE;
  private since = 0;

  take(now = Date.now()): boolean {
    // A clock set back starts a new minute too.
    if (Math.abs(now - this.since) >= 60_000) {
      this.since = now;
      this.left = PER_MINUTE;
    }
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }
}

/** 1% of traces is enough to find slow requests, at no measurable cost. */
const DEFAULT_RATIO = 0.01;

export interface Sampling {
  /** Sampler for every span. */
  sampler: Sampler;
  /** Sampler for root spans. */
  root: Sampler;
  /** Whether a parent's decision is followed. */
  followsParent: boolean;
}

/** The standard's samplers, with our own default, because the standard's would sample every trace. */
export function samplingOf(settings: TracingSettings): Sampling {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  const followsParent = name === undefined || name.startsWith('parentbased_');
  const root = rootSampler(name, ratio ?? (name === undefined ? DEFAULT_RATIO : 1));
  return { root, followsParent, sampler: followsParent ? new ParentBasedSampler({ root }) : root };
}

function rootSampler(name: TracingSettings['OTEL_TRACES_SAMPLER'], ratio: number): Sampler {
  switch (name) {
    case 'always_on':
    case 'parentbased_always_on':
      return new AlwaysOnSampler();
    case 'always_off':
    case 'parentbased_always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
    case 'parentbased_traceidratio':
    case undefined:
      return new TraceIdRatioBasedSampler(ratio);
  }
}

/** Sampling decision for a root span with this trace id. */
export const wouldRecord = (root: Sampler, traceId: string): boolean =>
  root.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.SERVER, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED;
