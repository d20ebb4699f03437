import { createContext, useContext } from 'react';

const ViewAsContext = createContext<string | undefined>(undefined);

/** Renders its children as a player sees the campaign: `value` is the player's user id, or `party`. For GMs. */
export const ViewAsProvider = ViewAsContext.Provider;

/** The impersonated viewer; undefined for the GM's own view. */
export const useViewAs = (): string | undefined => useContext(ViewAsContext);

/** Query parameter with the impersonated viewer: a user id or `party`. */
export const VIEW_AS = 'as';

/** Represents any player, in URLs and in the view-as header. */
export const PARTY = 'party';
