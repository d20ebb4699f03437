// Drawn on a 20-unit grid with 1.5-unit strokes. Separate exports, so that bundles include only the icons they render.

export const alert = (
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 6.25v4.5M10 13.6v.05" />
  </>
);

export const arrowLeft = <path d="M16.5 10h-13m5.25-5.25L3.5 10l5.25 5.25" />;

export const check = <path d="m4 10.5 4 4 8-9" />;

export const archive = <path d="M3.25 3.5h13.5v4H3.25v-4ZM4.5 7.5v9h11v-9M8 10.75h4" />;

export const book = (
  <path d="M10 5.25C8.25 4 5.75 3.5 2.75 3.5v12c3 0 5.5.5 7.25 1.75 1.75-1.25 4.25-1.75 7.25-1.75v-12c-3 0-5.5.5-7.25 1.75Zm0 0v12" />
);

export const copy = (
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.5" />
    <path d="M13 4.75V4.5A1.5 1.5 0 0 0 11.5 3h-7A1.5 1.5 0 0 0 3 4.5v7A1.5 1.5 0 0 0 4.5 13h.25" />
  </>
);

export const download = <path d="M10 3v9.5m-4-3.75 4 4 4-4M3.5 16.5h13" />;

export const eye = (
  <>
    <path d="M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10Z" />
    <circle cx="10" cy="10" r="2.4" />
  </>
);

export const eyeOff = (
  <path d="M1.75 8.25S4.75 13 10 13s8.25-4.75 8.25-4.75M10 13v3M5.4 11.8l-1.5 2.5M14.6 11.8l1.5 2.5" />
);

export const file = <path d="M5 2.75h6.25L15.5 7v10.25H5V2.75ZM11 3v4.25h4.25" />;

export const film = (
  <path d="M2.75 4.25h14.5v11.5H2.75V4.25Zm3.5 0v11.5m7.5-11.5v11.5M2.75 8.1h3.5m-3.5 3.8h3.5m7.5-3.8h3.5m-3.5 3.8h3.5" />
);

export const image = (
  <>
    <path d="M2.75 3.75h14.5v12.5H2.75V3.75Zm0 9.5 4-4 3.75 3.75 2.5-2.5 4.25 4.25" />
    <circle cx="12.9" cy="7.25" r="1.25" />
  </>
);

export const info = (
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 9.25v4.5M10 6.4v.05" />
  </>
);

export const logOut = <path d="M8 3.25H4.25v13.5H8M8 10h8.75m-3.5-3.5 3.5 3.5-3.5 3.5" />;

export const menu = <path d="M3 6h14M3 10h14M3 14h14" />;

export const more = (
  <g fill="currentColor" stroke="none">
    <circle cx="4" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="16" cy="10" r="1.5" />
  </g>
);

export const moon = <path d="M16.75 11.9A7.25 7.25 0 0 1 8.1 3.25a7 7 0 1 0 8.65 8.65Z" />;

export const note = (
  <>
    <path d="M7.25 15V4.25l8.5-1.5v10.5" />
    <circle cx="5" cy="15" r="2.25" />
    <circle cx="13.5" cy="13.25" r="2.25" />
  </>
);

export const page = (
  <path d="M5 2.75h6.25L15.5 7v10.25H5V2.75ZM11 3v4.25h4.25M7.5 10.5H13m-5.5 3H13" />
);

export const pencil = <path d="m12.75 4 3.25 3.25L7 16.25l-4 .75.75-4 9-9Zm-2 2 3.25 3.25" />;

export const plus = <path d="M10 3.75v12.5M3.75 10h12.5" />;

export const search = (
  <>
    <circle cx="8.75" cy="8.75" r="5.5" />
    <path d="m13 13 4 4" />
  </>
);

export const sun = (
  <>
    <circle cx="10" cy="10" r="3.5" />
    <path d="M10 1.75v1.5M10 16.75v1.5M1.75 10h1.5M16.75 10h1.5M4.2 4.2l1 1M14.8 14.8l1 1M15.8 4.2l-1 1M5.2 14.8l-1 1" />
  </>
);

export const table = <path d="M3 4.25h14v11.5H3V4.25Zm0 3.75h14M3 11.9h14M8.25 8v7.75" />;

export const trash = (
  <path d="M3.25 5.5h13.5M7.5 5.25V3h5v2.25M5 5.5l.75 11.25h8.5L15 5.5M8.4 8.75v4.75M11.6 8.75v4.75" />
);

export const upload = <path d="M10 12.5V3M6 6.75 10 2.9l4 3.85M3.5 16.5h13" />;

export const user = (
  <>
    <circle cx="10" cy="6.5" r="3.5" />
    <path d="M3.25 17c.6-3.3 3.3-5 6.75-5s6.15 1.7 6.75 5" />
  </>
);

export const x = <path d="m4.75 4.75 10.5 10.5m0-10.5-10.5 10.5" />;
