import { raceExports } from './raced-exports';

raceExports(20);
