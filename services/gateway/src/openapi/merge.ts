import type { OpenAPIObject } from '@nestjs/swagger';

/** A service's own description, or undefined when it did not answer. */
export type Descriptions = ReadonlyMap<string, OpenAPIObject | undefined>;

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** One document from those of all services. Names of schemas carry their service, so none collide. */
export function mergeOpenApi(descriptions: Descriptions, publicUrl: string): OpenAPIObject {
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

/** Operations are grouped by the service that answers them. */
function tagged(service: string, item: PathItem): PathItem {
  const result: PathItem = { ...item };
  for (const method of METHODS) {
    const operation = result[method];
    if (operation) result[method] = { ...operation, tags: [service] };
  }
  return result;
}
