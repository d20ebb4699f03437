import { describeWorlds } from './told-alike';

jest.setTimeout(180_000);

describeWorlds([2, 3, 4, 5, 6]);
