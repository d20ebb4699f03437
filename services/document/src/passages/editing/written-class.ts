/** A passage that words were written into, and for whom it was and is. */
export interface WrittenClass {
  id: string;
  before: string | null;
  after: string | null;
}
