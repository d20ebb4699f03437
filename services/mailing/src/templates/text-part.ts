import { BRAND } from '../brand';
import { publicLink, type Block, type MailContent } from './mail-content';

/** The mail for people and programs that read plain text. */
export function textPart(content: MailContent, publicUrl: string): string {
  const parts = content.blocks.map((block) => textOf(block, publicUrl));
  return `${[content.heading, ...parts, `-- \n${BRAND.name}\n${publicUrl}`].join('\n\n')}\n`;
}

function textOf(block: Block, publicUrl: string): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${publicLink(publicUrl, block.path)}`;
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'note':
      return block.link
        ? `${block.text}\n${block.link.label}: ${publicLink(publicUrl, block.link.path)}`
        : block.text;
  }
}
