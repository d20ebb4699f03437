// Stands in for the part of the federation runtime that serves `import('other-remote/module')` written in
// source: nothing here imports another remote, the shell loads them by what the registry says.

export const remotes = () => {
  throw new Error('Remotes are loaded through the registry alone.');
};
