const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Linter } = require('eslint');
const { KNOWN_CYCLES, plugin } = require('../eslint/folder-cycles.mjs');

const roots = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

/** What the rule says of each file of a service that holds these. */
function said(files, known = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
  roots.push(root);
  const src = path.join(root, 'services/shop/src');
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(src, name)), { recursive: true });
    writeFileSync(path.join(src, name), code);
  }
  const config = [
    {
      files: ['**/*.ts'],
      plugins: { folders: plugin },
      rules: { 'folders/no-cycles': ['error', known] },
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
  expect(said(files)).toEqual([
    'orders/order.ts: The folder prices imports orders, directly or not: orders must not import it.',
    'prices/price.ts: The folder orders imports prices, directly or not: prices must not import it.',
  ]);
});

it('finds a circle by way of a third folder and of nested ones', () => {
  const files = {
    ...ORDERS,
    'prices/price.ts': "import { tax } from '../taxes/rates/tax';",
    'taxes/rates/tax.ts': "import { order } from '../../orders/order';",
  };
  expect(said(files)).toHaveLength(3);
});

it('lets folders import one another in one direction, and files of a folder as they like', () => {
  const files = {
    ...ORDERS,
    'orders/line.ts': "import { order } from './order';\nimport { price } from '../prices/price';",
    'prices/price.ts': "import { z } from 'zod';",
    'prices/price.spec.ts': "import { order } from '../orders/order';",
  };
  expect(said(files)).toEqual([]);
});

it('lets through what is known, of that service alone', () => {
  const files = { ...ORDERS, 'prices/price.ts': "import { order } from '../orders/order';" };
  const known = ['orders > prices', 'prices > orders'];
  expect(said(files, { shop: known })).toEqual([]);
  expect(said(files, { bank: known })).toHaveLength(2);
});

it('knows of no circle in any service', () => {
  expect(KNOWN_CYCLES).toEqual({});
});
