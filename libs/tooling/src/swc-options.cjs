// One place for how TypeScript becomes JavaScript on the server; the build and jest both use it.
/** @returns {import('@swc/core').Options} */
exports.swcNodeOptions = () => ({
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: false },
  sourceMaps: true,
  swcrc: false,
});
