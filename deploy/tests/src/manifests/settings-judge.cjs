// Validates environments against each service's built `config.js`, whose settings it captures by replacing the function
// that reads them. A separate process, because tests must not import services.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const { workspace, processes } = JSON.parse(fs.readFileSync(0, 'utf8'));
const readers = new Map();

/** Variables for Node and the C library instead of a service. */
const OF_THE_RUNTIME = new Set([
  'NODE_OPTIONS',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
]);

/** Returns the settings of a service's programs, with their readers. */
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
