import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVICES, WORKSPACE } from '@tomekeeper/installation';
import { runCheck } from './checks-folder';

// A child process parses the expressions, which is slow on a loaded machine.

const read = (file: string) => fs.readFileSync(path.join(WORKSPACE, file), 'utf8');
const observability = (file: string) => read(path.join('deploy/observability', file));

const sourcesIn = (folder: string) =>
  fs
    .readdirSync(path.join(WORKSPACE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => read(path.join(folder, file)));

/** Returns the names and labels of metrics in our source code. */
function exportedByUs(): { names: string[]; labels: string[] } {
  const libraries = fs.readdirSync(path.join(WORKSPACE, 'libs/server'));
  const folders = [
    ...libraries.map((library) => `libs/server/${library}/src`),
    ...['reports', 'shedding', 'upstreams'].map((part) => `services/gateway/src/${part}`),
    ...['access', 'embeddings', 'indexing', 'llm'].map((part) => `services/search/src/${part}`),
    'services/search-model/src/embeddings',
  ];
  const sources = folders
    .flatMap(sourcesIn)
    .filter((text) => /\bmetrics\??\.(measure|count)\(|from 'prom-client'/.test(text));
  const all = (pattern: RegExp) =>
    sources.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found));
  const names = all(/\bname: '([a-z]+(?:_[a-z]+)+)'/g);
  const labels = all(/\blabelNames: \[([^\]]+)\]/g).flatMap((list) => list.match(/\w+/g) ?? []);
  return { names, labels };
}

/** Returns the names of prom-client's default Node metrics. */
async function exportedByNode(): Promise<string[]> {
  const load = createRequire(path.join(WORKSPACE, 'libs/server/service-kit/package.json'));
  const prometheus = load('prom-client') as {
    Registry: new () => { getMetricsAsArray(): { name: string }[]; clear(): void };
    collectDefaultMetrics(options: { register: unknown }): void;
  };
  const register = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register });
  const names = register.getMetricsAsArray().map(({ name }) => name);
  register.clear();
  return names;
}

const HISTOGRAMS = [
  'http_request_duration_seconds',
  'web_vitals_seconds',
  'web_vitals_layout_shift',
];
/** Prometheus adds `up`; `service` and `process` are set in the scrape configuration. */
const BY_PROMETHEUS = { names: ['up'], labels: ['service', 'process', 'instance', 'le'] };

const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
});
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule).min(1) })).min(1),
});
const Dashboard = z.looseObject({
  uid: z.string(),
  panels: z.array(
    z.looseObject({
      title: z.string(),
      targets: z.array(z.looseObject({ expr: z.string() })).default([]),
    }),
  ),
});
const Scrapes = z.looseObject({
  scrape_configs: z.array(z.looseObject({ job_name: z.string() })).min(1),
});

const rules = Rules.parse(parse(observability('alerts.yaml'))).groups.flatMap(
  ({ rules: some }) => some,
);
const panels = Dashboard.parse(JSON.parse(observability('dashboard.json'))).panels;
/** Names in an expression; see libs/tooling/checks/parse-promql.mjs. */
const Names = z.object({
  metrics: z.array(z.string()),
  labels: z.array(z.string()),
  errors: z.array(z.string()),
});
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Returns the anchors of a page's headings, as the Markdown renderer generates them. */
const anchors = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  );

describe('alerts and dashboard', () => {
  it('use exported metrics and labels', async () => {
    const ours = exportedByUs();
    const known = new Set([
      ...ours.names.filter((name) => !HISTOGRAMS.includes(name)),
      ...HISTOGRAMS.flatMap((name) => ['_bucket', '_count', '_sum'].map((end) => name + end)),
      ...(await exportedByNode()),
      ...BY_PROMETHEUS.names,
    ]);
    const labels = new Set([...ours.labels, ...BY_PROMETHEUS.labels]);
    expect(ours.names).toEqual(expect.arrayContaining(HISTOGRAMS));
    // Grafana substitutes an interval that depends on the time range.
    const texts = expressions.map(([, text]) => text.replaceAll('$__rate_interval', '1m'));
    const named = Names.array().parse(runCheck('parse-promql.mjs', JSON.stringify(texts)));
    const problems = named.flatMap((each, at) =>
      [
        ...each.errors,
        ...each.metrics.filter((name) => !known.has(name)).map((name) => `metric ${name}`),
        ...each.labels.filter((label) => !labels.has(label)).map((label) => `label ${label}`),
      ].map((problem) => `${expressions[at]?.[0]}: ${problem}`),
    );
    expect(problems).toEqual([]);
    expect(named.flatMap(({ metrics }) => metrics).length).toBeGreaterThan(expressions.length);
  });

  it('leave nothing out that we export', () => {
    const asked = expressions.map(([, expression]) => expression).join(' ');
    expect(exportedByUs().names.filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('lead to a heading of the runbook', () => {
    for (const { alert, annotations } of rules) {
      const [page = '', anchor] = annotations.runbook.split('#');
      expect([alert, ...anchors(read(page))]).toContain(anchor);
    }
  });

  it.each(['prometheus-compose.yaml', 'prometheus-kubernetes.yaml'])(
    'have their labels from %s, for every service',
    (file) => {
      const text = observability(file);
      const { scrape_configs: scrapes } = Scrapes.parse(parse(text));
      for (const scrape of scrapes)
        for (const label of ['service', 'process'])
          expect(JSON.stringify(scrape)).toContain(`"target_label":"${label}"`);
      for (const service of SERVICES) expect(text).toMatch(new RegExp(`\\b${service}\\b`));
    },
  );
});

describe('pages for people on call', () => {
  const folder = 'deploy/docs/on-call';
  const pages = ['deploy/docs/runbook.md', 'deploy/docs/contributing.md'].concat(
    fs.readdirSync(path.join(WORKSPACE, folder)).map((name) => `${folder}/${name}`),
  );

  it('are there for every service', () => {
    for (const service of SERVICES) expect(pages).toContain(`${folder}/${service}.md`);
  });

  it.each(pages)('%s leads to files and headings that are there', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const there = file === '' ? page : path.join(path.dirname(page), file);
        if (!fs.existsSync(path.join(WORKSPACE, there))) return true;
        return anchor !== undefined && !anchors(read(there)).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});
