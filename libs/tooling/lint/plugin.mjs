// The workspace's own rules, in ESLint's format, which oxlint runs.
import { boundaries } from './boundaries.mjs';
import { noCycles } from './folder-cycles.mjs';
import { passageTables } from './passage-tables.mjs';
import { testsCanFail } from './tests-can-fail.mjs';

export default {
  meta: { name: 'workspace' },
  rules: {
    boundaries,
    'no-cycles': noCycles,
    'passage-tables': passageTables,
    'tests-can-fail': testsCanFail,
  },
};
