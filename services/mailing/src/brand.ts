/** Product name in mails; a fork changes it here. */
export const BRAND = {
  name: 'Tomekeeper',
  tagline: 'Your campaigns, kept safe and close at hand.',
} as const;
