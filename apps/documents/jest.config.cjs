module.exports = {
  ...require('@tomekeeper/tooling/jest/preset.cjs').web(__dirname, 'remote-documents'),
  // ES modules that tests compile.
  transformIgnorePatterns: ['/node_modules/(?!(client-zip|qr)/)'],
};
