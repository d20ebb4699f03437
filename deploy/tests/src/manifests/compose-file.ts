import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { SEARCH_MODEL, SERVICES, WORKSPACE, type ServiceName } from '@tomekeeper/installation';
import { PROGRAMS, type DescribedProcess } from './service-settings';

const Container = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  read_only: z.literal(true),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  privileged: z.literal(false).optional(),
  restart: z.enum(['unless-stopped', 'no']),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  deploy: z.object({
    resources: z.object({ limits: z.looseObject({ cpus: z.string(), memory: z.string() }) }),
  }),
});
export type Container = z.infer<typeof Container>;

const Compose = z.looseObject({
  services: z.record(z.string(), Container),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

export const COMPOSE_FILE = path.join(WORKSPACE, 'docker-compose.yml');

export const readCompose = (): z.infer<typeof Compose> =>
  Compose.parse(parse(fs.readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }));

const VARIABLE = /\$\{(\w+)(?:(:-|:\?)((?:[^${}]|\$(?!\{))*))?\}/;

/** Interpolates variables like compose does, from the inside out: `${NAME}`, `${NAME:-value}`, `${NAME:?why}`. */
export function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  const found = VARIABLE.exec(text);
  if (found === null) return text;
  const [whole, name = '', operator, operand = ''] = found;
  const given = variables[name] ?? '';
  if (given === '' && operator === ':?') throw new Error(`${name} ${operand}`);
  const value = given === '' && operator === ':-' ? operand : given;
  return interpolated(
    text.replace(whole, () => value),
    variables,
  );
}

/** Returns the service and the program of a container. */
export function programOf(
  container: string,
): Pick<DescribedProcess, 'service' | 'program'> | undefined {
  if (container === SEARCH_MODEL) return { service: SEARCH_MODEL, program: 'main' };
  const service = SERVICES.find((name) => name === container.replace(/^migrate-|-worker$/, ''));
  if (service === undefined) return undefined;
  const program = PROGRAMS.find((name) => containerOf(service, name) === container);
  return program && { service, program };
}

export function containerOf(service: ServiceName, program: (typeof PROGRAMS)[number]): string {
  if (program === 'main') return service;
  return program === 'migrate' ? `migrate-${service}` : `${service}-worker`;
}

const SECRET = /^\/run\/secrets\/(.+)$/;

/** Returns the name of the secret that a value points to, if any. */
export const secretIn = (value: string): string | undefined => SECRET.exec(value)?.[1];
