/** Product name and texts. To rebrand a fork, change these and the logo in `logo.tsx` and `assets/favicon.svg`. */
export const brand = {
  name: 'Tomekeeper',
  tagline: 'Your campaigns, kept safe and close at hand.',
  description:
    'Tomekeeper keeps campaigns, players and campaign documents for game masters, and keeps spoilers from the players.',
  supportEmail: 'support@tomekeeper.example',
} as const;
