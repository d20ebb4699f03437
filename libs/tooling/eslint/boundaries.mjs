// Who may import whom. Deny by default: a tag that is not listed may import nothing of the workspace.
// Apps and services import nothing of each other; the browser never sees server code, nor the
// server browser code.

const library = ['type:contract'];

/** Options of the rule @nx/enforce-module-boundaries. */
export const boundaries = {
  allow: [],
  enforceBuildableLibDependency: false,
  depConstraints: [
    { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract'] },
    { sourceTag: 'type:server-lib', onlyDependOnLibsWithTags: [...library, 'type:server-lib'] },
    {
      sourceTag: 'type:service',
      onlyDependOnLibsWithTags: [...library, 'type:server-lib', 'type:testing'],
    },
    { sourceTag: 'type:web-lib', onlyDependOnLibsWithTags: [...library, 'type:web-lib'] },
    { sourceTag: 'type:remote', onlyDependOnLibsWithTags: [...library, 'type:web-lib'] },
    { sourceTag: 'type:shell', onlyDependOnLibsWithTags: [...library, 'type:web-lib'] },
    {
      sourceTag: 'type:testing',
      onlyDependOnLibsWithTags: [...library, 'type:server-lib', 'type:deploy'],
    },
    { sourceTag: 'type:deploy', onlyDependOnLibsWithTags: [...library, 'type:server-lib'] },
    {
      sourceTag: 'type:e2e',
      onlyDependOnLibsWithTags: [...library, 'type:testing', 'type:deploy', 'type:web-lib'],
    },
    { sourceTag: 'type:tooling', onlyDependOnLibsWithTags: [] },
    { sourceTag: 'platform:web', onlyDependOnLibsWithTags: ['platform:web', 'platform:any'] },
    { sourceTag: 'platform:any', onlyDependOnLibsWithTags: ['platform:any'] },
  ],
};
