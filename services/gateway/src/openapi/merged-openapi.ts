import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import type { GatewayConfig } from '../config';
import { GATEWAY_CONFIG } from '../config.module';
import { originsOf } from '../upstreams/origins';
import { mergeOpenApi } from './merge';

const TIMEOUT_MS = 2000;
const KEPT_MS = 30_000;
/** After a service was missing, look again soon. */
const INCOMPLETE_KEPT_MS = 2000;

const outline = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });
/** Only the outline is checked: a service's own tests look after the rest. */
const description = z.custom<OpenAPIObject>((value) => outline.safeParse(value).success);

/** The descriptions of all services as one, fetched at most every half minute. */
@Injectable()
export class MergedOpenApi {
  private cached: { until: number; document: Promise<OpenAPIObject> } | undefined;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  document(): Promise<OpenAPIObject> {
    const now = performance.now();
    if (!this.cached || this.cached.until < now)
      this.cached = { until: now + KEPT_MS, document: this.collect() };
    return this.cached.document;
  }

  private async collect(): Promise<OpenAPIObject> {
    const names = Object.entries(originsOf(this.config));
    const found = new Map(
      await Promise.all(
        names.map(async ([name, origins]) => [name, await describe(origins)] as const),
      ),
    );
    if (this.cached && [...found.values()].includes(undefined))
      this.cached.until = performance.now() + INCOMPLETE_KEPT_MS;
    return mergeOpenApi(found, this.config.PUBLIC_URL);
  }
}

/** All processes of a service say the same, so one that answers is enough. */
const describe = (origins: string[]): Promise<OpenAPIObject | undefined> =>
  // Named in the merged document as missing.
  Promise.any(origins.map(describedBy)).catch(() => undefined);

async function describedBy(origin: string): Promise<OpenAPIObject> {
  const response = await fetch(`${origin}/openapi.json`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return description.parse(await response.json());
}
