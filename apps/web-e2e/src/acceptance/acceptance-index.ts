import fs from 'node:fs';
import path from 'node:path';

/** One row of `acceptance-index.md`: words of the specification, and the test that shows that they hold. */
export interface IndexRow {
  section: number;
  quote: string;
  /** A spec file, from the root of the repository, and words of a title in it; or why no test can reach it. */
  how: { spec: string; words: string } | { unreachable: string };
}

const INDEX = path.resolve(__dirname, '../../acceptance-index.md');
const TEST = /^see `(?<spec>[^`]+)`, “(?<words>.+)”$/;
const UNREACHABLE = /^library, unreachable: (?<unreachable>.+)$/;

export function rowsOfIndex(): IndexRow[] {
  const lines = fs.readFileSync(INDEX, 'utf8').split('\n');
  return lines.filter((line) => /^\| \d \|/.test(line)).map(rowOf);
}

function rowOf(line: string): IndexRow {
  const cells = line.slice(2, -2).split(' | ');
  const [section, quote = '', where = ''] = cells.map((cell) => cell.replaceAll('\\|', '|'));
  const how = (TEST.exec(where) ?? UNREACHABLE.exec(where))?.groups;
  if (!how) throw new Error(`${quote}: “${where}” names no test.`);
  return { section: Number(section), quote, how: { ...how } as IndexRow['how'] };
}
