import { MUTANTS_BY_ATTACK } from './attacks/mutants';
import { MUTANTS_OF_ACTS } from './mutants-of-acts';
import { MUTANTS_OF_ANSWERS } from './mutants-of-answers';
import { MUTANTS_OF_READERS } from './mutants-of-readers';
import { MUTANTS_OF_RECAPS } from './mutants-of-recaps';
import { MUTANTS_OF_TIMES } from './mutants-of-times';
import type { SpoilerMutant } from './mutant-places';

/** Ways in which something could become known that must not. */
export const MUTANTS: readonly SpoilerMutant[] = [
  ...MUTANTS_OF_ANSWERS,
  ...MUTANTS_OF_READERS,
  ...MUTANTS_OF_ACTS,
  ...MUTANTS_OF_RECAPS,
  ...MUTANTS_OF_TIMES,
  ...MUTANTS_BY_ATTACK,
];
