// Drawn on a 20 × 20 grid, like the product's icons.

/** Some of the players. */
export const some = (
  <>
    <circle cx="7.25" cy="7" r="2.75" />
    <path d="M2.25 16c.4-2.75 2.4-4.25 5-4.25s4.6 1.5 5 4.25M12.5 4.5a2.6 2.6 0 0 1 0 5M14.5 12c1.85.5 2.95 1.9 3.25 4" />
  </>
);

/** Show on the players' screens. */
export const screen = <path d="M2.75 4h14.5v9.5H2.75V4ZM7 16.75h6M10 13.5v3.25" />;

export const selectAll = <path d="M3 4.5h4v4H3v-4Zm0 7h4v4H3v-4ZM10 6.5h7.25M10 13.5h7.25" />;

export const readAloud = (
  <path d="M3 8v4h3l4 3.5v-11L6 8H3ZM13 7.25a4 4 0 0 1 0 5.5M15.25 5a7 7 0 0 1 0 10" />
);
