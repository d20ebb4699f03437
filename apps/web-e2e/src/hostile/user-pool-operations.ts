/** What each operation of the user pool takes, good in form. Tokens are filled in by name. */
export const userPoolOperations: Readonly<Record<string, Record<string, unknown>>> = {
  InitiateAuth: {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: 'client',
    AuthParameters: { USERNAME: 'nobody@example.org', SRP_A: 'ab' },
  },
  RespondToAuthChallenge: {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: 'client',
    Session: 'session',
    ChallengeResponses: {
      USERNAME: 'nobody@example.org',
      PASSWORD_CLAIM_SECRET_BLOCK: 'YQ==',
      PASSWORD_CLAIM_SIGNATURE: 'YQ==',
      TIMESTAMP: 'Tue Jan 6 10:00:00 UTC 2026',
    },
  },
  SignUp: {
    ClientId: 'client',
    Username: 'nobody@example.org',
    Password: 'short',
    UserAttributes: [{ Name: 'email', Value: 'nobody@example.org' }],
  },
  ConfirmSignUp: { ClientId: 'client', Username: 'nobody@example.org', ConfirmationCode: '000000' },
  ResendConfirmationCode: { ClientId: 'client', Username: 'nobody@example.org' },
  ForgotPassword: { ClientId: 'client', Username: 'nobody@example.org' },
  ConfirmForgotPassword: {
    ClientId: 'client',
    Username: 'nobody@example.org',
    ConfirmationCode: '000000',
    Password: 'Quill-and-1-Ink',
  },
  GetUser: { AccessToken: 'token' },
  UpdateUserAttributes: { AccessToken: 'token', UserAttributes: [{ Name: 'a', Value: 'b' }] },
  GetUserAttributeVerificationCode: { AccessToken: 'token', AttributeName: 'email' },
  VerifyUserAttribute: { AccessToken: 'token', AttributeName: 'email', Code: '000000' },
  ChangePassword: {
    AccessToken: 'token',
    PreviousPassword: 'Quill-and-1-Ink',
    ProposedPassword: 'Quill-and-2-Ink',
  },
  StartWebAuthnRegistration: { AccessToken: 'token' },
  CompleteWebAuthnRegistration: {
    AccessToken: 'token',
    Credential: {
      id: 'YQ',
      rawId: 'YQ',
      type: 'public-key',
      response: { clientDataJSON: 'YQ', attestationObject: 'YQ' },
    },
  },
  ListWebAuthnCredentials: { AccessToken: 'token', MaxResults: 5, NextToken: '1' },
  DeleteWebAuthnCredential: { AccessToken: 'token', CredentialId: 'YQ' },
  ConfirmDevice: {
    AccessToken: 'token',
    DeviceKey: 'local_00000000-0000-4000-8000-000000000000',
    DeviceName: 'A quiet device',
    DeviceSecretVerifierConfig: { Salt: 'YQ==', PasswordVerifier: 'YWI=' },
  },
  ListDevices: { AccessToken: 'token', Limit: 5, PaginationToken: '1' },
  GetDevice: { AccessToken: 'token', DeviceKey: 'local_00000000-0000-4000-8000-000000000000' },
  UpdateDeviceStatus: {
    AccessToken: 'token',
    DeviceKey: 'local_00000000-0000-4000-8000-000000000000',
    DeviceRememberedStatus: 'remembered',
  },
  ForgetDevice: { AccessToken: 'token', DeviceKey: 'local_00000000-0000-4000-8000-000000000000' },
  GetTokensFromRefreshToken: { ClientId: 'client', RefreshToken: 'token' },
  RevokeToken: { ClientId: 'client', Token: 'token' },
  // Signs out or deletes whoever's token comes along, so these never get a real one.
  GlobalSignOut: { AccessToken: 'a token of nobody' },
  DeleteUser: { AccessToken: 'a token of nobody' },
};
