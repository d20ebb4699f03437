import { createContext, useContext } from 'react';
import type { ShellApi } from './shell-api';

const ShellContext = createContext<ShellApi | undefined>(undefined);

/** Provides the shell API to the components of a remote's pages and widgets. */
export const ShellProvider = ShellContext.Provider;

/**
 * The shell's API inside a remote's components.
 * @throws without a `ShellProvider`
 */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell() needs a <ShellProvider> above it.');
  return shell;
}
