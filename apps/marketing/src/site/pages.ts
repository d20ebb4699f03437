import { brand } from '@tomekeeper/ui/brand';
import { facts } from './facts';

/** What the head of a page says to search engines and previews of links. */
export interface PageHead {
  path: string;
  /** As in the browser's tab; the product's name follows by itself. */
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
    description: `What ${brand.name} does for game masters today, and what is planned: answers from your own notes, search that knows the context, summaries, a companion at the table.`,
    indexed: true,
  },
  faq: {
    path: '/faq',
    title: 'Frequently Asked Questions',
    description: `Who sees a campaign, which files you can bring (${facts.importFormats}), what it will cost, when it launches: answers about ${brand.name}.`,
    indexed: true,
  },
  contact: {
    path: '/contact',
    title: 'Contact',
    description: `Write to the people who make ${brand.name}: questions, wishes, and what your table needs.`,
    indexed: true,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: `What ${brand.name} keeps about you, why, and for how long, in plain words.`,
    indexed: true,
  },
  secrets: {
    path: '/how-secrets-are-kept',
    title: 'How secrets are kept',
    description: `What ${brand.name} does so that no spoiler reaches a player, how that is tested, and what nobody can promise.`,
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
