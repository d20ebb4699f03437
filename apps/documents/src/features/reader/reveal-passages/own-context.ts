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
  /** Those for whom they are already. */
  chosen: readonly string[];
  /** Whether chosen players see the names of the others. */
  tellsReaders: boolean;
  /** Of a single passage. */
  words: string | undefined;
}

/** What the parts of this feature share while a text stands open. */
export interface OwnParts {
  document: Document;
  players: Players;
  selection: PassageSelection;
  change: AudienceChange['change'];
  isPending: boolean;
  /** Asks which players a thing is for. */
  askPlayers: (asked: AskedPlayers) => void;
  /** Says what stands open. */
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
