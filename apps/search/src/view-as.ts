import { createContext, useContext } from 'react';

const ViewAsContext = createContext<string | undefined>(undefined);

/** Everything within is what a player of the campaign sees: `value` is their user id, or `party`. For GMs. */
export const ViewAsProvider = ViewAsContext.Provider;

/** Whom the GM views as here; undefined where they look with their own eyes. */
export const useViewAs = (): string | undefined => useContext(ViewAsContext);
