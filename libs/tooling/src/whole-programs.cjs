/**
 * The programs that together check the whole workspace, one for each set of compiler options: a library
 * that many projects import from source is read and checked once, where a program for each project would do it
 * anew in each.
 */
exports.WHOLE_PROGRAMS = [
  'libs/tooling/tsconfig/whole/any.json',
  'libs/tooling/tsconfig/whole/node.json',
  'libs/tooling/tsconfig/whole/web.json',
  'apps/web-e2e/tsconfig.json',
];
