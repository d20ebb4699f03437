// Replaces jest's runtime, which compiles all imports again for each test file. Here a process compiles each
// source once and runs the compiled script in the context of each test file. Registries of the workspace's modules,
// globals and mocks remain separate per test file; source text and bytecode are shared, and with worker-environment.cjs the
// evaluated packages.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { compiledSource } = require('./compiled-sources.cjs');

// The copy that jest itself uses.
const fromJest = createRequire(createRequire(require.resolve('jest')).resolve('jest-cli'));
const { default: Runtime } = createRequire(
  createRequire(fromJest.resolve('@jest/core')).resolve('jest-runner'),
)('jest-runtime');

/** Source texts by file, with the modification time of files that may change in watch mode. */
const sources = new Map();
/** Compiled scripts by file. */
const compiled = new Map();
/** Scripts ready to run, by file. */
const scripts = new Map();
const PACKAGES = `${path.sep}node_modules${path.sep}`;

module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest);
    // Code that counts its own lines is another for each set of options.
    if (coverageOptions?.collectCoverage) return;
    const { executor, fileCache, transformCache } = this;
    const { registries, requireBuilder, _resolution: resolution } = this;
    if (
      !executor?.compile ||
      !fileCache?.readFile ||
      !transformCache?.transform ||
      !requireBuilder?.for ||
      !resolution?.cjsCache ||
      !registries?.getActiveCjsRegistry
    )
      throw new Error(
        'This jest-runtime is not the one that libs/tooling/jest/shared-runtime.cjs extends.',
      );
    shareTexts(fileCache);
    shareCompiling(transformCache, transformer);
    shareScripts(executor);
    this.packages = environment.packages;
    if (this.packages) sharePackages(this);
  }

  teardown() {
    for (const [file, module] of this.registries.getActiveCjsRegistry())
      if (module.loaded && file.includes(PACKAGES)) this.packages?.set(file, module);
    super.teardown();
  }
};

/** Runtime of the current test file; shared packages that require another one later load it here. */
let current;
/** Resolved files, by importing file and specifier. */
const resolved = new Map();

/** Evaluates packages once for all test files of a context. */
function sharePackages(runtime) {
  current = runtime;
  const { registries, requireBuilder, packages, _resolution: resolution } = runtime;
  const registry = registries.getActiveCjsRegistry();
  for (const [file, module] of packages) registry.set(file, module);
  resolution.cjsCache = resolved;
  resolution.clear = () => resolution.manualMockCache.clear();
  const build = requireBuilder.for.bind(requireBuilder);
  requireBuilder.for = (from, options) => {
    const own = build(from, options);
    if (options?.isInternalModule || !from.filename.includes(PACKAGES)) return own;
    const require = (name) => current.requireModuleOrMock(from.filename, name);
    return Object.defineProperties(require, Object.getOwnPropertyDescriptors(own));
  };
}

/** Files are read once. */
function shareTexts(fileCache) {
  fileCache.readFile = (filename) => {
    const changed = filename.includes(PACKAGES) ? 0 : fs.statSync(filename).mtimeMs;
    const known = sources.get(filename);
    if (known?.changed === changed) return known.text;
    const text = fs.readFileSync(filename, 'utf8');
    sources.set(filename, { text, changed });
    return text;
  };
}

/** Compiles a source once for all projects. */
function shareCompiling(cache, transformer) {
  const uncompiled = (source) => ({ code: source, originalCode: source, sourceMapPath: null });
  cache.transform = (filename, options) => {
    const source = cache.fileCache.readFile(filename);
    if (options?.isInternalModule) return source;
    let known = compiled.get(filename);
    if (known?.originalCode !== source) {
      known = transformer.shouldTransform(filename)
        ? compiledSource(filename, source)
        : uncompiled(source);
      compiled.set(filename, known);
    }
    cache.transforms.set(filename, known);
    if (known.sourceMapPath) cache.sourceMaps.set(filename, known.sourceMapPath);
    return known.code;
  };
}

/** Compiles a script once and runs it in many contexts. */
function shareScripts(executor) {
  const opening = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
  const compileAlone = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    if (context == null) return null;
    const name = `${opening}${filename}`;
    let known = scripts.get(name);
    if (known?.source !== source) {
      known = { source, script: scriptOf(source, filename) };
      scripts.set(name, known);
    }
    // jest's error messages for invalid sources are the clearest.
    return known.script?.runInContext(context) ?? compileAlone(source, filename);
  };

  function scriptOf(source, filename) {
    try {
      return new vm.Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
    } catch {
      return undefined;
    }
  }
}
