/** What mails call the product; a fork renames it here. */
export const BRAND = {
  name: 'Tomekeeper',
  tagline: 'Your campaigns, kept safe and close at hand.',
} as const;
