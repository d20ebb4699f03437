import { describeWorlds } from './equality';

jest.setTimeout(600_000);

describeWorlds('own', [2, 3, 4, 5, 6]);
describeWorlds('outside', [8, 9]);
