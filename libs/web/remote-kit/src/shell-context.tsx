import { createContext, useContext } from 'react';
import type { ShellApi } from './shell-api';

const ShellContext = createContext<ShellApi | undefined>(undefined);

/** A remote wraps its pages and widgets in this, so that its components can ask for the shell. */
export const ShellProvider = ShellContext.Provider;

/** The shell's API, inside a remote's components. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell() needs a <ShellProvider> above it.');
  return shell;
}
