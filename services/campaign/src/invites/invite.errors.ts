import { INVITE_CODES, INVITE_LIMITS } from '@tomekeeper/contracts-campaign';
import { DomainError } from '@tomekeeper/service-kit';

const NEW_ONE = 'Ask your game master for a new one.';

/** One error for unknown tokens, deleted invites and deleted campaigns, so it reveals nothing. */
export const inviteNotFound = () =>
  new DomainError(
    'not-found',
    INVITE_CODES.notFound,
    `This invite link does not work. Check that it is whole, or ask for a new one.`,
  );

export const inviteExpired = () =>
  new DomainError('not-found', INVITE_CODES.expired, `This invite has expired. ${NEW_ONE}`);

export const inviteRevoked = () =>
  new DomainError('not-found', INVITE_CODES.revoked, `This invite was withdrawn. ${NEW_ONE}`);

export const inviteUsedUp = () =>
  new DomainError(
    'not-found',
    INVITE_CODES.usedUp,
    `This invite has been used as often as it could be. ${NEW_ONE}`,
  );

export const otherAddress = () =>
  new DomainError(
    'forbidden',
    INVITE_CODES.otherAddress,
    'This invite is for the e-mail address that it was sent to. Sign in with that address, or ask for one to yours.',
  );

export const campaignFull = () =>
  new DomainError(
    'conflict',
    INVITE_CODES.full,
    'This campaign has no room for another player. Tell your game master.',
  );

export const tooManyInvites = () =>
  new DomainError(
    'conflict',
    'invite.too_many',
    `A campaign can have at most ${INVITE_LIMITS.openPerCampaign} open invites. Revoke one first.`,
  );

export const coGmsByEmailOnly = () => {
  const sentence = 'Co-GMs are invited by e-mail: give the address of the person.';
  return new DomainError('invalid', 'validation', sentence, { fields: { email: [sentence] } });
};

export const coGmsOneByOne = () => {
  const sentence = 'An invite for a co-GM lets one person in.';
  return new DomainError('invalid', 'validation', sentence, { fields: { uses: [sentence] } });
};

export const tooManyMailsOf = (secondsLeft: number) =>
  new DomainError(
    'too-many',
    'invite.too_many_mails',
    `You can send at most ${INVITE_LIMITS.mailsPerSenderADay} invites by e-mail a day. Use a link for the others.`,
    { retryAfter: secondsLeft },
  );

export const tooManyMailsTo = (secondsLeft: number) =>
  new DomainError(
    'too-many',
    'invite.too_many_mails',
    'This address has had enough invites for now. Wait a while, or send a link yourself.',
    { retryAfter: secondsLeft },
  );
