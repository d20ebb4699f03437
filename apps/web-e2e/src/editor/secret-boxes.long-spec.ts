import { testSecretBoxes } from './secret-boxes';

jest.setTimeout(1_800_000);

describe('secret boxes in the editor', () => testSecretBoxes(2_000));
