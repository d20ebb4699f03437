import fs from 'node:fs';
import path from 'node:path';

/** The specification is only available in the development environment, next to the repository. */
const FILE = path.resolve(__dirname, '../../../../../shared/spec/product.md');
const SENTENCE_END = /(?<=[.!?]['")]*)\s+(?=[A-Z'"(/])/;

export const isSpecificationHere = (): boolean => fs.existsSync(FILE);

/** As texts are compared: without backticks, with single spaces. */
export const plain = (text: string): string => text.replaceAll('`', '').replace(/\s+/g, ' ').trim();

export interface Line {
  section: number;
  text: string;
  /** Units that need an index row: a table row, or each sentence. */
  units: string[];
}

/** The lines of a section that say something: rows of tables, bullets and paragraphs. */
export function linesOf(section: number): Line[] {
  const lines = fs.readFileSync(FILE, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(`## ${section}. `));
  const length = lines.slice(first + 1).findIndex((line) => line.startsWith('## '));
  const body = lines.slice(first + 1, length < 0 ? undefined : first + 1 + length);
  return body
    .filter((line, at) => line.trim() && !line.startsWith('#') && !isTableHead(line, body[at + 1]))
    .map((line) => {
      const text = plain(line.replace(/^- /, ''));
      return { section, text, units: isTableRow(line) ? [text] : text.split(SENTENCE_END) };
    });
}

const isTableRow = (line: string) => line.startsWith('|');
const isRule = (line = '') => /^\|[-| ]+\|$/.test(line);
const isTableHead = (line: string, next?: string) => isRule(line) || isRule(next);
