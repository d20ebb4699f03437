/** Synchronizes the page between a file and its text in the split view. */
export interface PageStep {
  /** Page to follow; undefined while this side is being scrolled. */
  page: number | undefined;
  onPage: (page: number) => void;
}
