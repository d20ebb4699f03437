/** An XML element. Text is escaped; nested elements are not. */
export class Xml {
  constructor(readonly text: string) {}
}

export type XmlContent = Xml | string | number | boolean | readonly Xml[];

export function element(name: string, ...content: XmlContent[]): Xml {
  return new Xml(`<${name}>${content.map(render).join('')}</${name}>`);
}

/** A whole document with S3's name space. */
export function xmlDocument(name: string, ...content: XmlContent[]): string {
  const inner = content.map(render).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
}

function render(content: XmlContent): string {
  if (content instanceof Xml) return content.text;
  if (typeof content === 'object') return content.map((item) => item.text).join('');
  return escape(String(content));
}

function escape(text: string): string {
  return text.replace(
    // Control characters have no place in XML 1.0, but keys may hold them.
    // eslint-disable-next-line no-control-regex
    /[&<>"'\u0000-\u001f]/g,
    (char) => `&#${char.charCodeAt(0)};`,
  );
}
