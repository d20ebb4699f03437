import { testSecretBoxes } from './secret-boxes';

describe('secret boxes in the editor', () => testSecretBoxes(60));
