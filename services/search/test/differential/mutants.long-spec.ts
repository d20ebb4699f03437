import { MUTANTS } from './mutants';
import { describeMutants } from './mutant-suite';

jest.setTimeout(300_000);

/** Runs by `npm run test:long -- secrets`. */
describe('the differential property', () => describeMutants(MUTANTS));
