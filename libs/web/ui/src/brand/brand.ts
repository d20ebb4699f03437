/**
 * What the product is called. A fork renames it here, redraws the mark in `logo.tsx` and
 * `assets/favicon.svg`, and is done.
 */
export const brand = {
  name: 'Tomekeeper',
  tagline: 'Your campaigns, kept safe and close at hand.',
  description:
    'Tomekeeper keeps campaigns, players and campaign documents for game masters, and keeps spoilers from the players.',
  supportEmail: 'support@tomekeeper.example',
} as const;
