// Replaces the part of the federation runtime that serves `import('other-remote/module')` in source code:
// remotes do not import each other, and the shell loads them from the registry.

export const remotes = () => {
  throw new Error('Remotes are loaded through the registry alone.');
};
