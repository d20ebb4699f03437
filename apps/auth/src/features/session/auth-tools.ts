import { createContext, useContext } from 'react';
import type { PendingChallenge } from './sign-in-outcome';
import type { AccountSecurity } from './user-pool/account-security';
import type { LoadUserPool } from './user-pool/user-pool-loader';

/** Passes input from one screen to the next. In memory only, for one step. */
export interface BetweenScreensStore {
  put(given: StateBetweenScreens): void;
  peek(): StateBetweenScreens | undefined;
  clear(): void;
}

export interface TypedCredentials {
  email: string;
  password?: string;
}

export interface StateBetweenScreens extends TypedCredentials {
  /** Sign-in in progress and its current challenge. */
  pending?: PendingChallenge;
  /** A code for a new password is on its way. */
  resetSent?: boolean;
}

/** Context shared by the pages of this remote. */
export interface AuthTools {
  loadPool: LoadUserPool;
  /** Pool functions of the account page, in a separate chunk. */
  loadSecurity: () => Promise<AccountSecurity>;
  betweenScreens: BetweenScreensStore;
  /** A part of the list of common passwords, as short hashes; of a managed pool nothing. */
  commonPasswordKeys: (part: number) => Promise<readonly string[]>;
  /** Gives an account back to the address that it had. @returns that address @throws {UserPoolError} */
  undoEmailChange: (token: string) => Promise<string>;
  /** The next sign-out ends every session of the person, on all devices. */
  endEverywhereNext: () => void;
}

const AuthToolsContext = createContext<AuthTools | undefined>(undefined);

export const AuthToolsProvider = AuthToolsContext.Provider;

export function useAuthTools(): AuthTools {
  const tools = useContext(AuthToolsContext);
  if (!tools) throw new Error('useAuthTools() needs an <AuthToolsProvider> above it.');
  return tools;
}

export function createBetweenScreensStore(): BetweenScreensStore {
  let kept: StateBetweenScreens | undefined;
  return {
    put: (given) => void (kept = given),
    peek: () => kept,
    clear: () => void (kept = undefined),
  };
}
