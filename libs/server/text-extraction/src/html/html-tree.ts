/** A node of parse5, or of XHTML parsed as XML. */
export interface HtmlNode {
  nodeName: string;
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: HtmlNode[];
  /** Of text nodes. */
  value?: string;
}

export const attribute = (node: HtmlNode, name: string): string | undefined =>
  node.attrs?.find((each) => each.name === name)?.value;

/** All descendants in document order. The depth is untrusted, so there is no recursion. */
export function* nodesBelow(root: HtmlNode): Generator<HtmlNode> {
  const waiting = [...(root.childNodes ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (let at = (node.childNodes?.length ?? 0) - 1; at >= 0; at--)
      waiting.push(node.childNodes![at]!);
  }
}

export function textBelow(root: HtmlNode): string {
  let text = '';
  for (const node of nodesBelow(root))
    if (node.value !== undefined && node.nodeName === '#text') text += node.value;
  return text;
}

/** Whether browsers do not show an element. */
export function isHidden(node: HtmlNode): boolean {
  const style = attribute(node, 'style');
  return (
    attribute(node, 'hidden') !== undefined ||
    // Edit links in headings of MediaWiki.
    /\bmw-editsection\b/.test(attribute(node, 'class') ?? '') ||
    (style !== undefined && /display:\s*none|visibility:\s*hidden/i.test(style))
  );
}
