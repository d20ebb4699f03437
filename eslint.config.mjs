import { workspaceRules } from './libs/tooling/eslint/workspace-rules.mjs';

export default workspaceRules(import.meta.dirname);
