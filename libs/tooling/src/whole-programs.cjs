/**
 * TypeScript programs that together check the whole workspace, one per set of compiler options: a library
 * that many projects import from source is checked once instead of once per project.
 */
exports.WHOLE_PROGRAMS = [
  'libs/tooling/tsconfig/whole/any.json',
  'libs/tooling/tsconfig/whole/node.json',
  'libs/tooling/tsconfig/whole/web.json',
  'apps/web-e2e/tsconfig.json',
];
