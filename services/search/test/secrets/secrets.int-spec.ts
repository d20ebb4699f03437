import { describeWorlds } from './told-alike';

jest.setTimeout(180_000);

/** `npm run test:long -- secrets` tries more of them. */
describeWorlds([1]);
