import { backAndForward } from './back-and-forward';
import { keyboardAlone } from './keyboard';
import { offline } from './offline';
import { paper } from './paper';
import { slowNetwork } from './slow-network';
import { setStage, type Stage } from './stage';
import { twoPeople } from './two-people';
import { unsavedChanges } from './unsaved-changes';

describe('browser conduct', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage?.close());

  backAndForward(() => stage);
  unsavedChanges(() => stage);
  slowNetwork(() => stage);
  offline(() => stage);
  paper(() => stage);
  keyboardAlone(() => stage);
  twoPeople(() => stage);
});
