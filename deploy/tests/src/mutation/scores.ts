import { ACCEPTED, type Accepted } from './accepted';
import type { Rules } from './rules';
import type { Mutant } from './stryker';

const COLUMNS = ['rules of', 'what they decide', 'mutants', 'killed', 'not killed', 'score'];

/** What a run found for one project. */
export interface Score {
  rules: Rules;
  mutants: readonly Mutant[];
}

const isLeft = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';
const counts = ({ status }: Mutant) => status !== 'RuntimeError' && status !== 'Ignored';

const accepts = (accepted: Accepted, { file, line, became }: Mutant) =>
  file === accepted.file && line === accepted.line && accepted.becomes.includes(became);

/** Changes that do nothing, whatever line they are in. */
const HARMLESS: Readonly<Record<string, (mutant: Mutant) => boolean>> = {
  'another default where the type checker asks for one and there always is a value': ({
    line,
    became,
  }) => /(\?\?|=) (''|\[\])/.test(line) && /^(\[?)"Stryker was here/.test(became),
  'a block without the `return undefined` or `return false` at its end': ({ was, became }) =>
    /^\{ return (undefined|false);/.test(was) && became === '{}',
  '`a.b` where `a?.b` pleases the type checker': ({ was, became }) =>
    was !== became && was.replaceAll('?.', '.') === became,
  'other words of an error for programmers': ({ line, was }) =>
    line.includes('new Error(') && /^['`]/.test(was),
};
const harmlessHow = (mutant: Mutant) =>
  Object.keys(HARMLESS).find((how) => HARMLESS[how]?.(mutant) === true);

/** Changes that no test noticed, and that have no explanation. */
export const unexplained = ({ mutants }: Score): string[] =>
  mutants
    .filter(isLeft)
    .filter((mutant) => harmlessHow(mutant) === undefined)
    .filter((mutant) => !ACCEPTED.some((accepted) => accepts(accepted, mutant)))
    .map(({ file, line, was, became, status }) =>
      [`${status} ${file}`, `  ${line}`, `  ${was} -> ${became}`].join('\n'),
    );

/** Explanations of changes that are noticed by now, or can not be made any more. */
export const outdated = ({ rules, mutants }: Score): string[] =>
  ACCEPTED.filter(({ file }) => file.startsWith(`${rules.project}/`)).flatMap((accepted) =>
    accepted.becomes
      .filter(
        (became) =>
          !mutants.some(
            (mutant) => isLeft(mutant) && accepts({ ...accepted, becomes: [became] }, mutant),
          ),
      )
      .map((became) => `${accepted.file}: ${accepted.line} -> ${became}`),
  );

/** The page's tables: scores, then what is left and why. */
export function tables(scores: readonly Score[]): string {
  const rows = scores.map(({ rules, mutants }) => row(rules.project, rules.about, mutants));
  const all = scores.flatMap(({ mutants }) => mutants);
  const left = ACCEPTED.filter(({ file }) =>
    scores.some(({ rules }) => file.startsWith(`${rules.project}/`)),
  );
  return [
    line(COLUMNS),
    line(COLUMNS.map(() => '---')),
    ...rows,
    row('**all**', '', all),
    '',
    '## What is left',
    '',
    ...Object.keys(HARMLESS).map((how) => {
      const times = all.filter((mutant) => isLeft(mutant) && harmlessHow(mutant) === how).length;
      return `- ${times} × ${how}`;
    }),
    '',
    line(['where', 'what stands there', 'what could', 'why']),
    line(['---', '---', '---', '---']),
    ...left.map(({ file, line: text, becomes, why }) =>
      line([code(file), code(text), becomes.map(code).join(', '), why]),
    ),
  ].join('\n');
}

function row(name: string, about: string, mutants: readonly Mutant[]): string {
  const counted = mutants.filter(counts);
  const left = counted.filter(isLeft).length;
  const killed = counted.length - left;
  const score = `${((100 * killed) / Math.max(1, counted.length)).toFixed(1)} %`;
  return line([name, about, String(counted.length), String(killed), String(left), score]);
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** As code in a cell of a table, whatever is in it. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  const spaced = text.includes('`') ? ` ${text} ` : text || ' ';
  return `${fence}${spaced.replaceAll('|', '\\|')}${fence}`;
}
