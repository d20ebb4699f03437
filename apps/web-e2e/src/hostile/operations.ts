import { eventually } from '@tomekeeper/testing';
import { z } from 'zod';

const Parameter = z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']) });
const Schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })).default({}),
});
const Operation = z.looseObject({
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .looseObject({
      content: z.record(z.string(), z.looseObject({ schema: Schema })).default({}),
    })
    .optional(),
});
const OpenApi = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** One operation of the product API as its own document describes it. */
export interface ApiOperation {
  method: string;
  /** With its parameters in braces. */
  path: string;
  query: string[];
  /** Names of operation-specific headers. */
  headers: string[];
  /** A body that is good in form; undefined where the operation takes none. */
  body: Record<string, unknown> | undefined;
}

/** All operations of the product's API description, so that new ones are tested automatically. */
export async function readOperations(origin: string): Promise<ApiOperation[]> {
  // On a loaded machine a service may describe itself too late; the gateway then asks again.
  const { paths } = await eventually(async () => {
    const response = await fetch(`${origin}/api/openapi.json`);
    const description = OpenApi.parse(await response.json());
    expect(description.info.description).not.toMatch(/^Not complete/);
    return description;
  });
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, requestBody }]) => {
      const namesIn = (place: string) =>
        parameters.flatMap((each) => (each.in === place ? [each.name] : []));
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        query: namesIn('query'),
        headers: namesIn('header'),
        body: schema && sample(schema),
      };
    }),
  );
}

function sample({ properties }: z.infer<typeof Schema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, sampleOf(name, type)]),
  );
}

function sampleOf(name: string, type: string | undefined): unknown {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'array' || name === 'players') return ['nobody@example.org'];
  if (type === 'object') return {};
  return name === 'email' ? 'nobody@example.org' : 'A quiet text';
}
