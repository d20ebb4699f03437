const { startBackingProcess } = require('./backing.cjs');

// A run over several projects (`npm test`) starts them once and hands them down.
module.exports = async () => {
  if (process.env.TEST_ADMIN_DATABASE_URL) return;
  const backing = await startBackingProcess();
  Object.assign(process.env, backing.env);
  globalThis.__tomekeeperBacking = backing;
};
