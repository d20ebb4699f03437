// A link by name, such as `[[Castle#Crypt]]`, is stored as `name:Castle#Crypt`, percent-encoded. It is no navigable URL. Each answer
// resolves the name among the documents that its viewer sees.

export interface NameLink {
  /** Title or file name of a document, perhaps with folders before it. */
  name: string;
  /** A heading of the document, the GitHub name of one, or `^` and the id of a block. */
  heading?: string | undefined;
}

/** Maximum UTF-16 code units of the name and heading together. */
export const MAX_NAME_LINK = 500;

const TO_NAME = /^name:([^#]+)(?:#([^#]+))?$/;

/** @returns the href of a link by name, undefined if the name is empty or too long */
export function nameHref(link: NameLink): string | undefined {
  const [name, heading] = [tidy(link.name), tidy(link.heading ?? '')];
  if (name === '' || name.length + heading.length > MAX_NAME_LINK) return undefined;
  const [path, part] = [name, heading].map(encodeURIComponent);
  return heading === '' ? `name:${path}` : `name:${path}#${part}`;
}

/** @returns the target of a link by name, undefined for other links */
export function nameLink(href: string | undefined): NameLink | undefined {
  const [, path, part] = TO_NAME.exec(href ?? '') ?? [];
  if (path === undefined) return undefined;
  const [name, heading] = [decoded(path), decoded(part ?? '')];
  if (name === undefined || heading === undefined) return undefined;
  const link = heading === '' ? { name } : { name, heading };
  // A href in another form is no link by name, so that equal links have equal hrefs.
  return nameHref(link) === href ? link : undefined;
}

/** Folders and anchors of a link are separated before its parts are decoded. */
const FILE_LINK = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s;
const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/|\\|www\.)/i;

/**
 * Reads the link of a file to a file near it: `../People/Odo%20the%20Miller.md#heading`. The last part of the path counts.
 * @returns the href of a link by name, undefined for other links
 */
export function hrefOfFileLink(address: string): string | undefined {
  if (SCHEME.test(address)) return undefined;
  const [, path = '', part = ''] = FILE_LINK.exec(address) ?? [];
  const last = path.split(/[/\\]/).at(-1) ?? '';
  if (/^\.{0,2}$/.test(last)) return undefined;
  // Menus of saved web pages have such links.
  if (path.startsWith('/') && !FILE.test(last)) return undefined;
  return nameHref({ name: decoded(last) ?? last, heading: decoded(part) ?? part });
}

const FILE = /.\.[a-z\d]{1,8}$/i;
/** Formats whose files can become notes, and others. */
const TEXT_FILE = /(?<=.)\.(?:md|markdown|txt|docx|odt|rtf|html?|epub)$/i;
const OTHER_FILE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|heic|tiff?|pdf|mp3|m4a|ogg|wav|flac|mp4|webm|mov|zip|canvas|json|csv|xlsx?|pptx?)$/i;

/** Title of the note for which a link by name asks: without folders and the extension of a text; undefined for other files. */
export function titleOfNameLink({ name }: NameLink): string | undefined {
  const last = name.split('/').at(-1)!.trim();
  const title = last.replace(TEXT_FILE, '').trim();
  return title === '' || OTHER_FILE.test(title) ? undefined : title;
}

/** Names under which a document may be known, best first: with folders, without, and without the extension of a text. */
export function namesOfLink({ name }: NameLink): string[] {
  const last = name.split('/').at(-1)!.trim();
  const names = [name, last, last.replace(TEXT_FILE, '').trim()];
  return [...new Set(names.filter((one) => one !== ''))];
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

// eslint-disable-next-line no-control-regex -- the control characters are intended
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

const tidy = (text: string): string =>
  text.replaceAll(UNSEEN, ' ').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
