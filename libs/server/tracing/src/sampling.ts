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

/** How often a minute a caller from outside may ask for a trace to be recorded, and be believed. */
const PER_MINUTE = 60;

/** Callers may ask for traces, but not turn one in a hundred into all of them. */
export class CallerAllowance {
  private left = PER_MINUTE;
  private since = 0;

  take(now = Date.now()): boolean {
    // A clock that was set back begins a new minute too.
    if (Math.abs(now - this.since) >= 60_000) {
      this.since = now;
      this.left = PER_MINUTE;
    }
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }
}

/** One trace in a hundred shows what is slow, and costs nothing that can be measured. */
const DEFAULT_RATIO = 0.01;

export interface Sampling {
  /** Decides for every span. */
  sampler: Sampler;
  /** Decides for a span that has no parent. */
  root: Sampler;
  /** Whether a parent's decision is followed. */
  followsParent: boolean;
}

/** The standard's samplers; only the default is our own, where the standard would record everything. */
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

/** What is decided of a trace that begins with this id. */
export const wouldRecord = (root: Sampler, traceId: string): boolean =>
  root.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.SERVER, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED;
