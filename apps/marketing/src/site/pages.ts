import { brand } from '@tomekeeper/ui/brand';
import { facts } from './facts';

/** Metadata for search engines and link previews. */
export interface PageHead {
  path: string;
  /** Title of the browser tab; the product name is appended. */
  title: string;
  description: string;
  /** Whether search engines may show it; pages behind a link in a mail are not indexed. */
  indexed: boolean;
}

export const pages = {
  landing: {
    path: '/',
    title: brand.name,
    description: `${brand.name} keeps a game master’s campaigns, players and documents in one quiet place, and keeps the spoilers from the players. Not ready for launch yet.`,
    indexed: true,
  },
  features: {
    path: '/features',
    title: 'Features',
    description: `Current and planned features of ${brand.name} for game masters: answers from your own notes, search that knows the context, summaries, a companion at the table.`,
    indexed: true,
  },
  faq: {
    path: '/faq',
    title: 'Frequently Asked Questions',
    description: `Answers about ${brand.name}: visibility of campaigns, file formats (${facts.importFormats}), price and launch.`,
    indexed: true,
  },
  contact: {
    path: '/contact',
    title: 'Contact',
    description: `Write to the people who make ${brand.name}: questions, wishes, and the needs of your table.`,
    indexed: true,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: `Which personal data ${brand.name} stores, why, and for how long.`,
    indexed: true,
  },
  secrets: {
    path: '/how-secrets-are-kept',
    title: 'Spoiler protection',
    description: `How ${brand.name} protects spoilers from players, how we test the protection, and its limits.`,
    indexed: true,
  },
  verifySubscribe: {
    path: '/verify-subscribe',
    title: 'Email verification',
    description: `Confirm your address for news of ${brand.name}.`,
    indexed: false,
  },
  unsubscribe: {
    path: '/unsubscribe',
    title: 'Unsubscribe',
    description: `Leave the mailing list of ${brand.name}.`,
    indexed: false,
  },
} as const satisfies Record<string, PageHead>;
