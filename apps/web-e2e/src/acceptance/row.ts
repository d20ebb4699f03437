/** Where a row is shown to hold: a spec file, from the root of the repository, and words of it. */
export interface Proof {
  spec: string;
  words: string;
}

/** One row of the specification, by section and a short quote. */
export interface Row {
  section: 2 | 4 | 5 | 6 | 7 | 8 | 9;
  quote: string;
  /** `missing` rows are known gaps: the coverage spec fails for each. */
  how: Proof | { library: string } | { missing: string };
}

const ACCEPTANCE = 'apps/web-e2e/src/acceptance';
type Section = Row['section'];

export const at = (section: Section, quote: string, spec: string, words: string): Row => ({
  section,
  quote,
  how: { spec, words },
});
export const screen = (section: Section, quote: string, words: string): Row =>
  at(section, quote, `${ACCEPTANCE}/screens.e2e-spec.ts`, words);
export const library = (section: Section, quote: string, why: string): Row => ({
  section,
  quote,
  how: { library: why },
});
