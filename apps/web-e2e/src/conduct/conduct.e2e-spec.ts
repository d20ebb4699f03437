import { backAndForward } from './back-and-forward';
import { keyboardAlone } from './keyboard';
import { offline } from './offline';
import { paper } from './paper';
import { slowNetwork } from './slow-network';
import { openScenario, type Scenario } from './scenario';
import { twoPeople } from './two-people';
import { unsavedChanges } from './unsaved-changes';

describe('browser conduct', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await openScenario();
  });
  afterAll(() => scenario?.close());

  backAndForward(() => scenario);
  unsavedChanges(() => scenario);
  slowNetwork(() => scenario);
  offline(() => scenario);
  paper(() => scenario);
  keyboardAlone(() => scenario);
  twoPeople(() => scenario);
});
