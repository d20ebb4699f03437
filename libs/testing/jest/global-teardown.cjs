module.exports = async () => {
  await globalThis.__tomekeeperBacking?.stop();
};
