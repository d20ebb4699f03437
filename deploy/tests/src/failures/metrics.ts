import fs from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATA_SERVICES, SEARCH_MODEL } from '@tomekeeper/installation';
import type { Product } from '../product/product';

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const RULES = path.resolve(__dirname, '../../../observability/alerts.yaml');
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

/** Scrapes all processes of the product, labeled by their settings, like Prometheus. */
export async function scrape(product: Product): Promise<Sample[]> {
  const ports = await product.innerPorts();
  const targets = [
    { service: 'gateway', process: 'api', port: ports['gateway-metrics'] },
    ...[...DATA_SERVICES, SEARCH_MODEL].map((service) => ({
      service,
      process: 'api',
      port: ports[service],
    })),
    ...DATA_SERVICES.map((service) => ({
      service,
      process: 'worker',
      port: ports[`${service}-worker`],
    })),
  ];
  const all = await Promise.all(
    targets.map(async ({ port, ...labels }) => {
      const text = await read(`http://127.0.0.1:${port}/metrics`);
      const up = { name: 'up', labels, value: text === undefined ? 0 : 1 };
      return [up, ...samplesOf(text ?? '', labels)];
    }),
  );
  return all.flat();
}

async function read(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

function samplesOf(text: string, more: Record<string, string>): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name !== undefined)
      samples.push({ name, labels: { ...labelsOf(labels), ...more }, value: Number(value) });
  }
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** Whether a rule of `alerts.yaml` holds now. */
export async function holds(alert: string, samples: readonly Sample[]): Promise<boolean> {
  const { groups } = Rules.parse(parse(await fs.readFile(RULES, 'utf8')));
  const rule = groups.flatMap(({ rules }) => rules).find((one) => one.alert === alert);
  if (!rule) throw new Error(`There is no alert '${alert}'.`);
  const [wanted = '', unless] = rule.expr.split(/\bunless\b/);
  const without = unless === undefined ? new Set() : new Set(keysOf(unless, samples));
  return keysOf(wanted, samples).some((key) => !without.has(key));
}

/** The subset of PromQL in the rules of these tests. */
const EXPRESSION =
  /^\s*(?:max|count) by \((\w+)\) \((\w+)(?:\{(\w+)(=|!~)"([^"]*)"\})?(?: == (\d+))?\)(?: > (\d+))?\s*$/;

/** Returns the group keys of the samples. A maximum exceeds a number as soon as one sample does. */
function keysOf(expression: string, samples: readonly Sample[]): string[] {
  const found = EXPRESSION.exec(expression);
  if (!found) throw new Error(`This is not read here: ${expression}`);
  const [, by = '', name, label = '', sign, text, equal, above] = found;
  return samples
    .filter((sample) => sample.name === name)
    .filter(
      ({ labels }) =>
        sign === undefined ||
        (sign === '=') === new RegExp(`^(?:${text})$`).test(labels[label] ?? ''),
    )
    .filter(({ value }) => equal === undefined || value === Number(equal))
    .filter(({ value }) => above === undefined || value > Number(above))
    .map(({ labels }) => labels[by] ?? '');
}

/** Sums the samples with that name and those labels; undefined while no process exports them. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string>,
): number | undefined {
  const wanted = Object.entries(labels);
  const found = samples.filter(
    (sample) =>
      sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
