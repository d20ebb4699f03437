const fs = require('node:fs');
const path = require('node:path');
const { REPLACED } = require('../webpack/replaced-modules.mjs');

/** Packages of the federation runtime, wherever npm has put them. */
function runtimeFiles() {
  const workspace = path.resolve(__dirname, '../../..');
  const scope = path.join(workspace, 'node_modules/@module-federation');
  return fs
    .readdirSync(scope)
    .filter((name) =>
      ['runtime-core', 'webpack-bundler-runtime', 'sdk', 'error-codes'].includes(name),
    )
    .flatMap((name) =>
      fs
        .readdirSync(path.join(scope, name, 'dist'), { recursive: true })
        .map((file) => path.join(scope, name, 'dist', String(file))),
    );
}

it('finds every module of the federation runtime that a stand-in replaces, under the name it has today', () => {
  const files = runtimeFiles();
  const replaced = REPLACED.flatMap(([pattern]) => {
    const found = files.filter((file) => pattern.test(file));
    expect([String(pattern), found.length > 0]).toEqual([String(pattern), true]);
    return found;
  });
  expect(replaced).toHaveLength(7);
});
