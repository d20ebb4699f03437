import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import type { Inline } from '@tomekeeper/contracts-document';
import type { Written } from '../schema/passages-of-doc';

const KINDS: Readonly<Record<string, string>> = {
  table: 'Table',
  stat_block: 'Figures',
  image: 'Picture',
};

/** Read-only passage of a kind that the editor cannot edit; it can be moved, copied and deleted. */
export const keptView: NodeViewConstructor = (node) => ({ dom: keptElement(node) });

/** Table or divider inside a box. */
export const innerKeptView: NodeViewConstructor = (node) => {
  const { kind, rows } = node.attrs['block'] as { kind: string; rows?: Inline[][][] };
  if (kind === 'divider') return { dom: document.createElement('hr') };
  return { dom: rows ? tableElement(rows, true) : document.createElement('div') };
};

function keptElement(node: Node): HTMLElement {
  const { kind, content } = node.attrs['written'] as Written;
  const figure = document.createElement('figure');
  figure.contentEditable = 'false';
  figure.dataset['kind'] = kind;
  const label = document.createElement('figcaption');
  label.textContent = KINDS[kind] ?? 'As it is';
  figure.append(label);
  if (content.rows) figure.append(tableElement(content.rows, content.hasHeader === true));
  else {
    const words = document.createElement('p');
    words.textContent = String(node.attrs['text']) || plainWords(content.inlines);
    figure.append(words);
  }
  return figure;
}

const plainWords = (inlines: readonly Inline[] = []): string =>
  inlines.map(({ text }) => text).join('');

function tableElement(rows: Inline[][][], hasHeader: boolean): HTMLElement {
  const table = document.createElement('table');
  table.contentEditable = 'false';
  rows.forEach((cells, index) => {
    const row = table.insertRow();
    for (const cell of cells) {
      const element = document.createElement(hasHeader && index === 0 ? 'th' : 'td');
      element.textContent = plainWords(cell);
      row.append(element);
    }
  });
  return table;
}
