import { looksLikeRecoveryCode } from './recovery-codes';

it.each(['ABCDE-FGH23', 'abcdefgh23', ' abcde fgh23 ', 'abc-defgh-23'])(
  'takes %j for a recovery code',
  (text) => expect(looksLikeRecoveryCode(text)).toBe(true),
);

it.each(['123456', '123 456', '', 'ABCDE-FGH2', 'ABCDE-FGH234', 'ABCDE-FGH01', 'ABCDE_FGH23'])(
  'takes %j for none',
  (text) => expect(looksLikeRecoveryCode(text)).toBe(false),
);
