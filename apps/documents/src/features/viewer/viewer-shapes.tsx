// Icons used only by the viewer, on the 20 × 20 grid of `@tomekeeper/ui/icon`.

export const minus = <path d="M3.75 10h12.5" />;

export const arrowRight = <path d="M3.5 10h13m-5.25-5.25L16.5 10l-5.25 5.25" />;

export const printer = (
  <path d="M6 7V2.75h8V7M6 14.5H3.25V7h13.5v7.5H14M6 12h8v5.25H6V12ZM13.75 9.5v.05" />
);
