import {
  confirmSignIn,
  confirmUserAttribute,
  deleteUserAttributes,
  fetchMFAPreference,
  fetchUserAttributes,
  signIn,
  signOut,
  updateMFAPreference,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { eventually } from '@tomekeeper/testing';
import { signedInAccount, signInAs, signsInWith, useAmplify } from './amplify-client';
import { refusalOf, runningIdentity, wrongOf } from './running-identity';

const identity = runningIdentity({ prepare: useAmplify });
afterEach(() => signOut());

const PHONE = '+15550100';

/** Someone signed in who has proved that this telephone is theirs. */
async function withPhone() {
  const email = await signedInAccount(identity);
  const update = await updateUserAttributes({ userAttributes: { phone_number: PHONE } });
  expect(update.phone_number?.nextStep).toMatchObject({
    updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+****0100' },
  });
  const { code, ...message } = await identity.mail('text-message', email);
  expect(message).toMatchObject({ phone_number: PHONE, use: 'verify-phone' });
  expect((await fetchUserAttributes()).phone_number).toBeUndefined();
  await confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: code });
  identity.clearInbox();
  return email;
}

/** Mails about factors that were turned on and off. */
const changeNotices = (email: string) =>
  identity
    .mailsTo(email)
    .flatMap((mail) => (mail.template === 'protection-changed' ? [mail.change] : []));

it('asks for a code by mail where the person prefers that', async () => {
  const email = await signedInAccount(identity);
  await updateMFAPreference({ email: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ preferred: 'EMAIL', enabled: ['EMAIL'] });
  expect(await identity.mail('protection-changed', email)).toMatchObject({
    change: 'email-code-on',
  });
  await signOut();
  const step = await signInAs(email);
  expect(step.nextStep).toEqual({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: `${email[0]}***@e***` },
  });
  const { code } = await identity.mail('sign-in-code', email);
  expect(await refusalOf(signsInWith(wrongOf(code)))).toBe(
    'CodeMismatchException: Invalid code or auth state for the user.',
  );
  expect(await signsInWith(code)).toBe(true);
});

it('lets a person with two factors pick one, and sends the code to the telephone', async () => {
  const email = await withPhone();
  expect(await fetchUserAttributes()).toMatchObject({
    phone_number: PHONE,
    phone_number_verified: 'true',
  });
  await updateMFAPreference({ email: 'ENABLED', sms: 'ENABLED' });
  expect((await fetchMFAPreference()).preferred).toBeUndefined();
  await signOut();
  const step = await signInAs(email);
  expect(step.nextStep).toEqual({
    signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
    allowedMFATypes: ['EMAIL', 'SMS'],
  });
  const picked = await confirmSignIn({ challengeResponse: 'SMS' });
  expect(picked.nextStep).toEqual({
    signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
    codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+****0100' },
  });
  const { code, use } = await identity.mail('text-message', email);
  expect(use).toBe('sign-in');
  expect(await signsInWith(code)).toBe(true);

  await updateMFAPreference({ sms: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ preferred: 'SMS', enabled: ['EMAIL', 'SMS'] });
  // Without the telephone there is nowhere to send codes to.
  await deleteUserAttributes({ userAttributeKeys: ['phone_number'] });
  expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'] });
  await updateMFAPreference({ email: 'DISABLED' });
  expect(await refusalOf(updateMFAPreference({ sms: 'ENABLED' }))).toMatch(/^InvalidParameter/);
  await signOut();
  expect((await signInAs(email)).isSignedIn).toBe(true);
  await eventually(() => changeNotices(email).length >= 6 || undefined);
  expect(changeNotices(email).sort()).toEqual([
    'email-code-off',
    'email-code-on',
    'phone-changed',
    'phone-removed',
    'text-message-off',
    'text-message-on',
  ]);
});

it('signs in with a code by text message in place of a password', async () => {
  const email = await withPhone();
  await signOut();
  const step = await signIn({
    username: email,
    options: { authFlowType: 'USER_AUTH', preferredChallenge: 'SMS_OTP' },
  });
  expect(step.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_SMS_CODE');
  const { code } = await identity.mail('text-message', email);
  expect(await signsInWith(code)).toBe(true);
});
