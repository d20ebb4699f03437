import { MUTANTS } from './mutants';
import { describeMutants } from './mutants-noticed';

jest.setTimeout(600_000);

/** Runs by `npm run test:long -- spoilers`. */
describe('the property of spoilers', () => describeMutants(MUTANTS));
