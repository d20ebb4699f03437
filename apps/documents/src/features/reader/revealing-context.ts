import {
  createContext,
  useContext,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Tool } from '@tomekeeper/ui/overflow-toolbar';
import type { ColumnHandle } from './column/passage-column';
import type { PassageStore } from './column/passage-store';
import type { Heading, Passage } from '../documents-api/passages-api';

/** Parts of the reader that reveal-by-passage uses. */
export interface ReaderParts {
  root: RefObject<HTMLElement | null>;
  column: RefObject<ColumnHandle | null>;
  store: PassageStore;
  total: number;
  headings: readonly Heading[];
  /** Index of the passage at the top of the window. */
  at: number;
}

export interface RevealToolsProps extends ReaderParts {
  /** Renders the toolbar with further tools. */
  children: (tools: readonly Tool[]) => ReactNode;
}

/** GM components provided by the reveal-by-passage feature; the reader only places them. */
export interface Revealing {
  /** Margin of each passage: its audience and the selection handle. */
  Side: ComponentType<{ passage: Passage; before: Passage | undefined; at: number }>;
  /** Audience of a passage on paper. */
  Mark: ComponentType<{ passage: Passage; before: Passage | undefined }>;
  /** Items of a passage's menu. */
  Items: ComponentType<{ passage: Passage; at: number }>;
  /** Action of a heading in the outline. */
  OutlineAct: ComponentType<{ heading: Heading; onDone: () => void }>;
  /** Selection input, bulk action bar and dialogs. */
  Tools: ComponentType<RevealToolsProps>;
}

const RevealingContext = createContext<Revealing | undefined>(undefined);
export const RevealingProvider = RevealingContext.Provider;

/** Undefined for players, and for GMs who view as a player. */
export const useRevealing = (): Revealing | undefined => useContext(RevealingContext);
