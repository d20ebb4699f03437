// Replaces the federation runtime's logger: the console with the runtime's prefix, without debug mode and
// compiler hooks.

const PREFIX = '[ Module Federation ]';

export const createLogger = (prefix = PREFIX) => ({
  setPrefix() {},
  setDelegate() {},
  log: console.log.bind(console, prefix),
  info: console.info.bind(console, prefix),
  warn: console.warn.bind(console, prefix),
  error: console.error.bind(console, prefix),
  success() {},
  ready() {},
  debug() {},
});

export const logger = createLogger();
export const createInfrastructureLogger = createLogger;
export const infrastructureLogger = logger;
export const bindLoggerToCompiler = () => {};
