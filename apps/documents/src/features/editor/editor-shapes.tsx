// Drawn on a 20 × 20 grid, like the shapes of `@tomekeeper/ui/icon`.

export const chain = (
  <path d="M8.5 11.5a3.25 3.25 0 0 0 4.6 0l3-3a3.25 3.25 0 0 0-4.6-4.6L10 5.4m1.5 3.1a3.25 3.25 0 0 0-4.6 0l-3 3a3.25 3.25 0 0 0 4.6 4.6l1.5-1.5" />
);

export const undone = <path d="M7.25 4.25 3.5 8l3.75 3.75M3.75 8H12a4.25 4.25 0 0 1 0 8.5H8" />;

export const redone = <path d="M12.75 4.25 16.5 8l-3.75 3.75M16.25 8H8a4.25 4.25 0 0 0 0 8.5h4" />;
