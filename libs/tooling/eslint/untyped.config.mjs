// The rules that need no types, for probes of the others: reading the types of the whole workspace takes ten
// seconds of processor, and who may import whom does not depend on them.
import tseslint from 'typescript-eslint';
import whole from './whole-workspace.config.mjs';

export default [...whole, { files: ['**/*.{ts,tsx}'], ...tseslint.configs.disableTypeChecked }];
