import { MUTANTS } from './mutants';
import { describeMutants } from './mutants-noticed';

jest.setTimeout(120_000);

/** Runs by `npm run test:long -- spoilers`. */
describe('the property of spoilers', () => describeMutants(MUTANTS));
