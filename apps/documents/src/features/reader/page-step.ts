/** A page that a file and its text beside each other have come to. */
export interface PageStep {
  /** Where the other one leads; undefined while this one leads. */
  page: number | undefined;
  onPage: (page: number) => void;
}
