const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Linter } = require('eslint');
const { default: plugin } = require('../lint/plugin.mjs');

const roots = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

/** Messages of the rule for a project that has these files below `src`. */
function lint(files, project = 'services/shop') {
  const root = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
  roots.push(root);
  const src = path.join(root, project, 'src');
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(src, name)), { recursive: true });
    writeFileSync(path.join(src, name), code);
  }
  const config = [
    {
      files: ['**/*.ts'],
      plugins: { workspace: plugin },
      rules: { 'workspace/no-cycles': 'error' },
    },
  ];
  const linter = new Linter({ cwd: root });
  return Object.entries(files).flatMap(([name, code]) =>
    linter.verify(code, config, path.join(src, name)).map(({ message }) => `${name}: ${message}`),
  );
}

const ORDERS = { 'orders/order.ts': "import { price } from '../prices/price';" };

it('refuses both imports of two folders that import each other', () => {
  const files = { ...ORDERS, 'prices/price.ts': "export { order } from '../orders/order';" };
  expect(lint(files)).toEqual([
    'orders/order.ts: prices imports orders, directly or indirectly: orders must not import it.',
    'prices/price.ts: orders imports prices, directly or indirectly: prices must not import it.',
  ]);
});

it('finds a cycle through a third folder and through nested folders', () => {
  const files = {
    ...ORDERS,
    'prices/price.ts': "import { tax } from '../taxes/rates/tax';",
    'taxes/rates/tax.ts': "import { order } from '../../orders/order';",
  };
  expect(lint(files)).toHaveLength(3);
});

it('allows imports in one direction, within a folder, and of tests', () => {
  const files = {
    ...ORDERS,
    'orders/line.ts': "import { order } from './order';\nimport { price } from '../prices/price';",
    'prices/price.ts': "import { z } from 'zod';",
    'prices/price.spec.ts': "import { order } from '../orders/order';",
  };
  expect(lint(files)).toEqual([]);
});

describe('in an app', () => {
  const APP = 'apps/shop';
  const FEATURES = {
    'features/orders/order.ts': "import { price } from '../prices/list/price';",
    'features/prices/list/price.ts': "import { get } from '../../../http/http';",
    'http/http.ts': '',
    'remote.ts': "import { order } from './features/orders/order';",
  };

  it('allows features that import one way, shared code below them and entry points above', () => {
    expect(lint(FEATURES, APP)).toEqual([]);
  });

  it('refuses features that import each other, a dynamic import included', () => {
    const code = "const order = () => import('../../orders/order');";
    expect(lint({ ...FEATURES, 'features/prices/list/price.ts': code }, APP)).toEqual([
      'features/orders/order.ts: prices imports orders, directly or indirectly: orders must not import it.',
      'features/prices/list/price.ts: orders imports prices, directly or indirectly: prices must not import it.',
    ]);
  });

  it('refuses shared code that imports the features above it', () => {
    const code = "import { order } from '../features/orders/order';";
    expect(lint({ ...FEATURES, 'http/http.ts': code }, APP)).toEqual([
      'features/prices/list/price.ts: http imports features, directly or indirectly: features must not import it.',
      'http/http.ts: features imports http, directly or indirectly: http must not import it.',
    ]);
  });

  it('rejects a cycle between a feature and a file outside the features', () => {
    const files = {
      'features/orders/order.ts': "import { path } from '../../paths';",
      'paths.ts': "export { order } from './features/orders/order';",
    };
    expect(lint(files, APP)).toEqual([
      'features/orders/order.ts: paths imports features, directly or indirectly: features must not import it.',
      'paths.ts: features imports paths, directly or indirectly: paths must not import it.',
    ]);
  });

  it('asks for src/features', () => {
    expect(lint({ 'orders/order.ts': '' }, APP)).toEqual([
      'orders/order.ts: The app shop has no src/features: an app keeps its features in folders there.',
    ]);
  });
});
