import { createContext, useContext, type ComponentType, type RefObject } from 'react';
import type { ColumnHandle } from './column/passage-column';
import type { PassageStore } from './column/passage-store';
import type { Heading, Passage } from '../documents-api/passages-api';

/** Of the reader, what revealing by passage works with. */
export interface ReaderParts {
  root: RefObject<HTMLElement | null>;
  column: RefObject<ColumnHandle | null>;
  store: PassageStore;
  total: number;
  headings: readonly Heading[];
  /** The place at the top of the window. */
  at: number;
  /** Where the reader's tools stand. */
  tools: HTMLElement | null;
}

/** What GMs have beside and below a text, brought by the feature that reveals by passage; the reader only makes room. */
export interface Revealing {
  /** Beside each passage: whom it is for, and the handle that selects it. */
  Side: ComponentType<{ passage: Passage; before: Passage | undefined; at: number }>;
  /** Audience of a passage on paper. */
  Mark: ComponentType<{ passage: Passage; before: Passage | undefined }>;
  /** In the menu of a passage. */
  Items: ComponentType<{ passage: Passage; at: number }>;
  /** In the outline, beside a heading. */
  OutlineAct: ComponentType<{ heading: Heading; onDone: () => void }>;
  /** Keys and presses, the bar of what is selected, and what it asks. */
  Tools: ComponentType<ReaderParts>;
}

const RevealingContext = createContext<Revealing | undefined>(undefined);
export const RevealingProvider = RevealingContext.Provider;

/** Undefined for players, and for a GM who looks with their eyes. */
export const useRevealing = (): Revealing | undefined => useContext(RevealingContext);
