import { createContext, useContext } from 'react';
import type { ChosenPassages } from '@tomekeeper/contracts-document';
import type { AudienceChange } from '../../sharing/audiences/use-audience-change';
import type { Players } from '../../sharing/audiences/use-members';
import type { Document } from '../../documents-api/documents-api';
import type { ReaderParts } from '../revealing-context';
import type { PassageSelection } from './selection/passage-selection';
import type { Selecting } from './selection/use-selecting';

export interface AskedPlayers {
  passages: ChosenPassages;
  /** Players in the current audience. */
  chosen: readonly string[];
  /** Whether chosen players see the names of the other readers. */
  tellsReaders: boolean;
  /** Text of the passage, if there is only one. */
  words: string | undefined;
}

/** State shared by the components of this feature while a text is open. */
export interface OwnParts {
  document: Document;
  players: Players;
  selection: PassageSelection;
  change: AudienceChange['change'];
  isPending: boolean;
  /** Opens the dialog that chooses players. */
  askPlayers: (asked: AskedPlayers) => void;
  /** Registers the open reader. */
  tellReader: (parts: ReaderParts) => void;
  selecting: Selecting;
}

const OwnContext = createContext<OwnParts | undefined>(undefined);
export const OwnProvider = OwnContext.Provider;

export function useOwnParts(): OwnParts {
  const parts = useContext(OwnContext);
  if (!parts) throw new Error('There is nothing to reveal here.');
  return parts;
}
