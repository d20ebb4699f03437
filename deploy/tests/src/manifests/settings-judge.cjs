// A process of its own, because services may not be imported: asks each service's built `config.js` for its
// settings, by standing in for the one function that reads them, and holds environments against them.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const { workspace, processes } = JSON.parse(fs.readFileSync(0, 'utf8'));
const readers = new Map();

/** Read by Node and by the C library below it, not by a service. */
const OF_THE_RUNTIME = new Set([
  'NODE_OPTIONS',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
]);

/** The settings of a service's programs, and what reads them. */
function readerOf(service) {
  const config = path.join(workspace, 'services', service, 'dist', 'config.js');
  const fromService = createRequire(config);
  const kit = fromService.resolve('@tomekeeper/service-kit');
  const real = fromService(kit);
  require.cache[kit].exports = { ...real, readConfig: (shape) => shape };
  const settings = fromService(config);
  require.cache[kit].exports = real;
  return {
    program: (settings.config ?? settings.readGatewayConfig)(),
    migrate: settings.migrationConfig?.(),
    withFiles: require(path.join(path.dirname(kit), 'config', 'config.js')).withFiles,
    zod: fromService('zod').z,
  };
}

function judge({ service, program, environment }) {
  if (!readers.has(service)) readers.set(service, readerOf(service));
  const reader = readers.get(service);
  const shape = program === 'migrate' ? reader.migrate : reader.program;
  const { given, problems } = reader.withFiles(Object.keys(shape), environment);
  const { error } = reader.zod.object(shape).safeParse(given);
  const issues = error?.issues ?? [];
  return {
    unknown: Object.keys(environment).filter(
      (name) => !OF_THE_RUNTIME.has(name) && !(name.replace(/_FILE$/, '') in shape),
    ),
    problems: [
      ...problems,
      ...issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`),
    ],
  };
}

const verdicts = processes.map((each) => [each.name, judge(each)]);
process.stdout.write(JSON.stringify(Object.fromEntries(verdicts)));
