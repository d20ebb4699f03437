/** How long calls are remembered, in milliseconds. */
export const WINDOW_MS = 60_000;

/** One count that a request belongs to. */
export interface Counted {
  key: string;
  most: number;
}
