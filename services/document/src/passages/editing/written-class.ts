/** A written passage with its class before and after. */
export interface WrittenClass {
  id: string;
  before: string | null;
  after: string | null;
}
