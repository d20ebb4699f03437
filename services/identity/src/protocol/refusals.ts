import { REAUTHENTICATION_NEEDED } from '@tomekeeper/contracts-identity';

/** The protocol's error names. Client code branches on them. */
export type ProtocolErrorName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'ServiceUnavailableException'
  | 'SoftwareTokenMFANotFoundException'
  | 'UnauthorizedException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'
  | 'WebAuthnChallengeNotFoundException'
  | 'WebAuthnCredentialNotSupportedException'
  | 'WebAuthnNotEnabledException'
  | 'WebAuthnOriginNotAllowedException'
  | 'WebAuthnRelyingPartyMismatchException';

/** An error in the protocol's form. Clients retry 5xx responses, so client errors have status 400. */
export class ProtocolError extends Error {
  constructor(
    override readonly name: ProtocolErrorName,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/**
 * All protocol errors with their messages. The wording is the managed service's, because clients show it to users and
 * some parse it.
 */
export const refuse = {
  // Sign-in
  userNotFound: refusal('UserNotFoundException', 'User does not exist.'),
  wrongCredentials: () => notAuthorized('Incorrect username or password.'),
  attemptsExceeded: () => notAuthorized('Password attempts exceeded'),
  notConfirmed: refusal('UserNotConfirmedException', 'User is not confirmed.'),
  resetRequired: refusal('PasswordResetRequiredException', 'Password reset required for the user'),
  disabled: () => notAuthorized('User is disabled.'),
  invalidSession: () => notAuthorized('Invalid session for the user.'),
  sessionExpired: () => notAuthorized('Invalid session for the user, session is expired.'),
  temporaryPasswordExpired: () =>
    notAuthorized('Temporary password has expired and must be reset by an administrator.'),
  flowNotEnabled: (flow: string) => invalidParameter(`${flow} flow not enabled for this client`),
  noCustomChallenges: () =>
    invalidParameter('Custom auth lambda trigger is not configured for the user pool.'),
  unsupportedChallenge: () => invalidParameter('Unsupported challenge name.'),
  missingParameter: (name: string) => invalidParameter(`Missing required parameter ${name}`),
  badSrpA: () => invalidParameter('SRP_A is not a valid public value.'),
  badTimestamp: () =>
    invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.'),

  // Second factors
  wrongSoftwareTokenCode: () => mismatch('Invalid code received for user'),
  wrongSignInCode: () => mismatch('Invalid code or auth state for the user.'),
  softwareTokenReplayed: refusal(
    'ExpiredCodeException',
    'Your software token has already been used once.',
  ),
  softwareTokenNotProved: refusal(
    'EnableSoftwareTokenMFAException',
    'Code mismatch and fail enable Software Token MFA',
  ),
  noSoftwareToken: refusal(
    'SoftwareTokenMFANotFoundException',
    'Software token MFA has not been set up for the user.',
  ),
  lastFactor: () =>
    invalidParameter(
      'Everyone here needs a second factor. Set another one up before you turn this one off.',
    ),
  mfaOff: refusal(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool.',
  ),
  factorNotReady: (kind: string) =>
    invalidParameter(`User does not have delivery config set to turn on ${kind}`),
  twoPreferredFactors: () => invalidParameter('Only one MFA method can be preferred.'),
  preferredFactorOff: (kind: string) =>
    invalidParameter(`${kind} can not be preferred while it is disabled.`),

  // Clients
  unknownClient: (clientId: string) =>
    new ProtocolError(
      'ResourceNotFoundException',
      `User pool client ${clientId.slice(0, 128)} does not exist.`,
    ),
  secretHashMissing: (clientId: string) =>
    notAuthorized(`Client ${clientId} is configured with secret but SECRET_HASH was not received`),
  secretHashWrong: (clientId: string) =>
    notAuthorized(`Unable to verify secret hash for client ${clientId}`),
  clientSecretWrong: (clientId: string) =>
    notAuthorized(`Unable to verify client secret for client ${clientId}`),

  // Sign-up and codes
  usernameNotEmail: () => invalidParameter('Username should be an email.'),
  usernameExists: refusal(
    'UsernameExistsException',
    'An account with the given email already exists.',
  ),
  aliasExists: refusal('AliasExistsException', 'An account with the given email already exists.'),
  badAttribute: (why: string) =>
    invalidParameter(`Attributes did not conform to the schema: ${why}`),
  badPhoneNumber: () => invalidParameter('Invalid phone number format.'),
  attributeNotWritable: (name: string) =>
    notAuthorized(`A client attempted to write unauthorized attribute: ${name}`),
  badPassword: (violations: readonly string[]) =>
    new ProtocolError(
      'InvalidPasswordException',
      `Password did not conform with policy: ${violations.join(' | ')}`,
    ),
  codeMismatch: () => mismatch('Invalid verification code provided, please try again.'),
  codeExpired: refusal(
    'ExpiredCodeException',
    'Invalid code provided, please request a code again.',
  ),
  limitExceeded: refusal(
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
  ),
  cannotReset: () => notAuthorized('User password cannot be reset in the current state.'),
  undoLinkSpent: refusal(
    'ExpiredCodeException',
    'This link has been used already, is older than 72 hours, or is incomplete.',
  ),
  undoAddressTaken: refusal(
    'AliasExistsException',
    'Another account has this address by now. Delete that one first, or write to us.',
  ),
  nothingToVerify: (what: string) =>
    invalidParameter(`There is no changed ${what} that waits for its code.`),

  // Tokens
  badAccessToken: () => notAuthorized('Invalid Access Token'),
  accessTokenExpired: () => notAuthorized('Access Token has expired'),
  accessTokenRevoked: () => notAuthorized('Access Token has been revoked'),
  reauthenticationNeeded: () => notAuthorized(REAUTHENTICATION_NEEDED),
  badRefreshToken: () => notAuthorized('Invalid Refresh Token'),
  refreshTokenExpired: () => notAuthorized('Refresh Token has expired'),
  refreshTokenRevoked: () => notAuthorized('Refresh Token has been revoked'),
  refreshTokenReused: refusal('RefreshTokenReuseException', 'Refresh token reuse detected'),
  tokenOfAnotherClient: refusal(
    'UnauthorizedException',
    'The token belongs to another client.',
    401,
  ),
  notARefreshToken: refusal('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.'),

  // Passkeys
  wrongPasskey: () => notAuthorized('This passkey does not open this account.'),
  passkeyChallengeNotFound: refusal(
    'WebAuthnChallengeNotFoundException',
    'The challenge was not found. Please begin again.',
  ),
  passkeyHost: refusal(
    'WebAuthnRelyingPartyMismatchException',
    'The passkey belongs to another site.',
  ),
  passkeyOrigin: refusal(
    'WebAuthnOriginNotAllowedException',
    'Passkeys cannot be created from this address.',
  ),
  passkeyNotSupported: refusal(
    'WebAuthnCredentialNotSupportedException',
    'This passkey can not be used here.',
  ),
  passkeyNotFound: refusal('ResourceNotFoundException', 'Credential does not exist.'),
  tooManyPasskeys: refusal('LimitExceededException', 'There are as many passkeys as there can be.'),

  // Devices. Clients match the exact wording.
  deviceNotFound: refusal('ResourceNotFoundException', 'Device does not exist.'),
  devicesOff: () => invalidParameter('Devices are not remembered here.'),

  // The identity pool
  identityPoolNotFound: refusal('ResourceNotFoundException', 'IdentityPool is not available here.'),
  guestsRefused: () =>
    notAuthorized('Unauthenticated access is not supported for this identity pool.'),
  badLoginToken: () => notAuthorized('Invalid login token.'),
  identityNotYours: () => notAuthorized('Access to this identity is forbidden.'),

  // The protocol itself
  unknownOperation: refusal('UnknownOperationException', 'The operation is not known.'),
  notJson: refusal('SerializationException', 'The body is not a JSON object.'),
  brokenText: () => invalidParameter('Text must not hold NUL characters or unpaired surrogates.'),
  wrongType: (what: string) => new ProtocolError('SerializationException', what),
  tooLarge: refusal('SerializationException', 'The body is too large.'),
  invalidParameter: (message: string) => invalidParameter(message),
  internal: refusal('InternalErrorException', 'Something went wrong.', 500),
  unavailable: refusal('ServiceUnavailableException', 'Please try again in a moment.', 503),
};

/** Returns a factory for an error with a fixed message. */
function refusal(name: ProtocolErrorName, message: string, status?: number): () => ProtocolError {
  return () => new ProtocolError(name, message, status);
}

function mismatch(message: string): ProtocolError {
  return new ProtocolError('CodeMismatchException', message);
}

function notAuthorized(message: string): ProtocolError {
  return new ProtocolError('NotAuthorizedException', message);
}

function invalidParameter(message: string): ProtocolError {
  return new ProtocolError('InvalidParameterException', message);
}
