import type { ReactNode } from 'react';
import { iconShapes } from '@tomekeeper/ui/icon';

/** Icons that remotes name in `campaignNav`. */
const shapes: Readonly<Record<string, ReactNode>> = {
  home: <path d="M3 9.25 10 3.5l7 5.75M5 8v8.5h10V8M8.25 16.5v-4.75h3.5v4.75" />,
  book: iconShapes.book,
  question: (
    <path d="M17 9.5a6.75 6.75 0 0 1-9.6 6.1L3 17l1.3-4A6.75 6.75 0 1 1 17 9.5ZM8.4 7.9a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.5-.8 1v.3m0 2v.1" />
  ),
  calendar: (
    <path d="M4.5 5h11A1.5 1.5 0 0 1 17 6.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5v-9A1.5 1.5 0 0 1 4.5 5ZM3 8.75h14M6.75 3v3.5m6.5-3.5v3.5" />
  ),
  ledger: (
    <path d="M5 3h10.5v14H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 3Zm3 3.75h4.5M8 10h4.5" />
  ),
  gear: (
    <path d="M10 12.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM10 2.75v2m0 10.5v2M2.75 10h2m10.5 0h2M4.9 4.9l1.4 1.4m7.4 7.4 1.4 1.4m0-10.2-1.4 1.4m-7.4 7.4-1.4 1.4" />
  ),
};

/** @returns the shape of an icon; a page for a name of a later release */
export const iconOf = (name: string): ReactNode => shapes[name] ?? iconShapes.page;
