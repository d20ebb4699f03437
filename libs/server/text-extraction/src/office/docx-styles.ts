import { child, childrenOf, type XmlNode } from './xml';

export interface Style {
  name: string;
  level?: number | undefined;
  list?: XmlNode | undefined;
}

/** The `w:val` attribute. */
export const value = (node: XmlNode | undefined): string | undefined => node?.attributes['w:val'];

/** Styles by id. */
export function stylesOf(root: XmlNode): Map<string, Style> {
  const styles = new Map<string, Style>();
  const nodes = new Map(
    childrenOf(root, 'w:style').map((node) => [node.attributes['w:styleId'] ?? '', node]),
  );
  for (const [id, node] of nodes) {
    const style: Style = { name: value(child(node, 'w:name')) ?? id };
    // Styles inherit properties from their base style.
    let from: XmlNode | undefined = node;
    for (let depth = 0; from && depth < 10; depth++) {
      const properties = child(from, 'w:pPr');
      style.level ??= levelOf(
        value(child(from, 'w:name')),
        value(child(properties, 'w:outlineLvl')),
      );
      style.list ??= child(properties, 'w:numPr');
      from = nodes.get(value(child(from, 'w:basedOn')) ?? '');
    }
    styles.set(id, style);
  }
  return styles;
}

/** Heading level from 1. Word counts outline levels from 0, and 9 is text. */
export function levelOf(name: string | undefined, outline: string | undefined): number | undefined {
  if (outline !== undefined && Number(outline) < 9) return Math.min(6, Number(outline) + 1);
  const found = /^(?:heading|überschrift|titre) ?([1-9])$/i.exec(name ?? '')?.[1];
  if (found) return Math.min(6, Number(found));
  return /^title$/i.test(name ?? '') ? 1 : undefined;
}
