import { createContext, useContext } from 'react';

const ViewAsContext = createContext<string | undefined>(undefined);

/** Everything within is what a player of the campaign sees: `value` is their user id, or `party`. For GMs. */
export const ViewAsProvider = ViewAsContext.Provider;

/** Whom the GM views as here; undefined where they look with their own eyes. */
export const useViewAs = (): string | undefined => useContext(ViewAsContext);

/** In the query of an address: the player, or `party`, as whom a GM looks. */
export const VIEW_AS = 'as';

/** Stands for any player, in addresses and in the header of a GM's call. */
export const PARTY = 'party';
