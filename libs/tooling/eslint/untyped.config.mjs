// The rules that need no types, for fast tests of the other rules: loading the types of the whole workspace
// takes ten seconds of CPU time, and import boundaries do not depend on types.
import tseslint from 'typescript-eslint';
import whole from './whole-workspace.config.mjs';

export default [...whole, { files: ['**/*.{ts,tsx}'], ...tseslint.configs.disableTypeChecked }];
