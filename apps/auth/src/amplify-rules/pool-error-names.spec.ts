import { openUserPool } from '../features/session/user-pool/user-pool';
import { IDENTITY, poolOnTheWire, refuse } from '../testing/pool-on-the-wire';

// product.md, section 8: "Identity-service error names". The screen shows the name and message of
// every pool error, including errors that only a managed pool returns.

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
afterAll(() => pool.close());

describe('Identity-service error names', () => {
  it.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'UserNotConfirmedException',
    'PasswordResetRequiredException',
    'InvalidPasswordException',
    'UsernameExistsException',
    'CodeMismatchException',
    'ExpiredCodeException',
    'LimitExceededException',
    'TooManyRequestsException',
    'TooManyFailedAttemptsException',
    'InvalidParameterException',
    'AliasExistsException',
    'CodeDeliveryFailureException',
    'SomethingElseException, and others',
  ])('%s', async (row) => {
    const name = row.split(',')[0] ?? '';
    wire.answer(() => refuse(400, name, 'In its own words.'));
    await expect(pool.confirmSignUp('mina@table.example', '123456')).rejects.toMatchObject({
      name: 'UserPoolError',
      code: name,
      message: 'In its own words.',
    });
  });
});
