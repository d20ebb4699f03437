import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { originsOf } from '../upstreams/origins';

/** OpenAPI document per service; undefined without a response. */
export type Descriptions = ReadonlyMap<string, OpenAPIObject | undefined>;

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Merges the documents of all services. Service names prefix schema names, so that none collide. */
function mergeOpenApi(descriptions: Descriptions, publicUrl: string): OpenAPIObject {
  const missing = [...descriptions].filter(([, document]) => !document).map(([name]) => name);
  const paths: OpenAPIObject['paths'] = {};
  const schemas: Schemas = {};
  for (const [name, document] of descriptions) {
    if (!document) continue;
    const own = withOwnNames(name, document);
    for (const [path, item] of Object.entries(own.paths))
      paths[path] = tagged(name, { ...paths[path], ...item });
    Object.assign(schemas, own.components?.schemas);
  }
  return {
    openapi: '3.0.0',
    info: {
      title: 'Tomekeeper',
      version: '1',
      description:
        missing.length === 0
          ? 'The product API. Sign in at the user pool, then send the ID token as a Bearer token.'
          : `Not complete: ${missing.join(', ')} did not answer.`,
    },
    servers: [{ url: publicUrl }],
    tags: [...descriptions.keys()].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function withOwnNames(service: string, document: OpenAPIObject): OpenAPIObject {
  const prefix = '#/components/schemas/';
  const renamed: OpenAPIObject = JSON.parse(
    JSON.stringify(document).replaceAll(`"${prefix}`, `"${prefix}${service}.`),
  ) as OpenAPIObject;
  const schemas = Object.entries(renamed.components?.schemas ?? {});
  return {
    ...renamed,
    components: {
      ...renamed.components,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [`${service}.${name}`, schema])),
    },
  };
}

type PathItem = OpenAPIObject['paths'][string];
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head'] as const;

function tagged(service: string, item: PathItem): PathItem {
  for (const method of METHODS) if (item[method]) item[method].tags = [service];
  return item;
}

const TIMEOUT_MS = 2000;
const CACHE_MS = 30_000;
/** Shorter, so that a missing service appears soon. */
const INCOMPLETE_CACHE_MS = 2000;

const outline = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });
/** Validates the outline only; the tests of each service cover the rest. */
const description = z.custom<OpenAPIObject>((value) => outline.safeParse(value).success);

@Injectable()
export class MergedOpenApi {
  private cached: { until: number; document: Promise<OpenAPIObject> } | undefined;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  document(): Promise<OpenAPIObject> {
    const now = performance.now();
    if (!this.cached || this.cached.until < now)
      this.cached = { until: now + CACHE_MS, document: this.collect() };
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
      this.cached.until = performance.now() + INCOMPLETE_CACHE_MS;
    return mergeOpenApi(found, this.config.PUBLIC_URL);
  }
}

const describe = (origins: string[]): Promise<OpenAPIObject | undefined> =>
  Promise.any(origins.map(describedBy)).catch(() => undefined);

async function describedBy(origin: string): Promise<OpenAPIObject> {
  const response = await fetch(`${origin}/openapi.json`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return description.parse(await response.json());
}
