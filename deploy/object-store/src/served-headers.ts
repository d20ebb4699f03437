/**
 * Types that a browser may display. All others are downloaded only: HTML, SVG, XML and similar types could
 * run script on the store's origin.
 */
const SHOWN = [
  /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon)$/,
  /^(audio|video)\/[\w.+-]+$/,
  /^text\/(plain|markdown|csv)$/,
  /^application\/(pdf|json|octet-stream|zip)$/,
];

const LOCKED = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Headers that make stored bytes harmless in a browser, regardless of their content and declared type. */
export function safeHeaders(contentType: string, disposition: string | undefined) {
  const essence = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const shown = SHOWN.some((pattern) => pattern.test(essence));
  return {
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    // A sandboxed page can't hold the browser's own PDF viewer.
    'Content-Security-Policy':
      essence === 'application/pdf' ? `${LOCKED}; object-src 'self'` : `${LOCKED}; sandbox`,
    'Referrer-Policy': 'no-referrer',
    ...dispositionHeader(shown ? disposition : asAttachment(disposition)),
  };
}

function asAttachment(disposition: string | undefined): string {
  const parameters = /;.*$/s.exec(disposition ?? '')?.[0] ?? '';
  return `attachment${parameters}`;
}

function dispositionHeader(disposition: string | undefined): Record<string, string> {
  return disposition === undefined ? {} : { 'Content-Disposition': disposition };
}

/** Node writes headers as Latin-1: any other text goes out as its UTF-8 bytes. */
export function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
