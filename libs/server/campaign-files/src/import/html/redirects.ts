const REDIRECT = /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?/i;

/** The target of a link that Google Docs leads over its own page. */
export function unwrapRedirect(address: string): string {
  if (!REDIRECT.test(address)) return address;
  try {
    const { searchParams } = new URL(address);
    return searchParams.get('q') ?? searchParams.get('url') ?? address;
  } catch {
    return address;
  }
}
