import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PoolClients } from '../clients/pool-clients';
import { CodeDeliveries } from '../codes/code-mails';
import {
  clientMetadata,
  operation,
  OperationGroup,
  type ClientMetadata,
} from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { PoolSettings } from '../settings/pool-settings';
import { PendingChallenges } from '../sign-in/pending-challenges';
import { newProofs } from '../sign-in/sign-in-parts';
import { attributeList, missingAttributes, parseAttributes } from '../users/attribute-rules';
import { Subjects } from '../users/pool-users';
import { parseUsername } from '../users/username';
import { SignUps } from './sign-ups';

const signUpRequest = z.object({
  ClientId: z.string(),
  Username: z.string(),
  Password: z.string(),
  UserAttributes: attributeList.default([]),
  SecretHash: z.string().optional(),
  ClientMetadata: clientMetadata,
});
const confirmSignUpRequest = z.object({
  ClientId: z.string(),
  Username: z.string(),
  ConfirmationCode: z.string(),
  SecretHash: z.string().optional(),
  Session: z.string().optional(),
  ClientMetadata: clientMetadata,
});
const resendRequest = z.object({
  ClientId: z.string(),
  Username: z.string(),
  SecretHash: z.string().optional(),
});

const SESSION_KEY = 'sign_up_session';
const SESSION_FORM = /^[\w-]{32,256}$/;
const INVITE_KEY = 'invite';
const INVITE_FORM = /^[\w-]{1,200}$/;

/** Sign-up and confirmation of the address. */
@Injectable()
export class RegistrationOperations extends OperationGroup {
  readonly operations = {
    SignUp: operation(signUpRequest, async (input) => {
      const client = await this.clients.getProven(input.ClientId, input.Username, input.SecretHash);
      const username = parseUsername(input.Username);
      if (username.kind !== 'email') throw refuse.usernameNotEmail();
      const { email = username.email, ...names } = parseAttributes(input.UserAttributes);
      const given = parseUsername(email);
      if (given.kind !== 'email' || given.email !== username.email)
        throw refuse.badAttribute('email: The e-mail address must be the username.');
      const [missing] = missingAttributes(names, this.settings.requiredAttributes);
      if (missing) throw refuse.badAttribute(`${missing}: The attribute is required`);
      const { user, session } = await this.signUps.add(
        {
          email: username.email,
          password: input.Password,
          names,
          session: ownSession(input.ClientMetadata),
          invite: openedInvite(input.ClientMetadata),
        },
        client,
      );
      return {
        UserConfirmed: false,
        UserSub: user.id,
        CodeDeliveryDetails: this.deliveries.to(user.email),
        Session: session,
      };
    }),
    ConfirmSignUp: operation(confirmSignUpRequest, async (input) => {
      const client = await this.clients.getProven(input.ClientId, input.Username, input.SecretHash);
      const subject = await this.subjects.find(input.Username, client);
      const sessions = [input.Session, ownSession(input.ClientMetadata)];
      await this.signUps.confirm(
        subject,
        input.ConfirmationCode,
        sessions.filter((session) => session !== undefined),
      );
      if (!client.flows.includes('USER_AUTH')) return {};
      // Confirming proved access to the mailbox, so this session can sign in without the password.
      const proofs = newProofs(input.Username, subject.user);
      const state = { subjectId: subject.id, proofs };
      return { Session: await this.pending.open('CONFIRMED_SIGN_UP', client, state) };
    }),
    ResendConfirmationCode: operation(resendRequest, async (input) => {
      const client = await this.clients.getProven(input.ClientId, input.Username, input.SecretHash);
      const subject = await this.subjects.find(input.Username, client);
      await this.signUps.resend(subject, client);
      return { CodeDeliveryDetails: this.deliveries.toSubject(subject) };
    }),
  };

  constructor(
    private readonly settings: PoolSettings,
    private readonly clients: PoolClients,
    private readonly subjects: Subjects,
    private readonly signUps: SignUps,
    private readonly deliveries: CodeDeliveries,
    private readonly pending: PendingChallenges,
  ) {
    super();
  }
}

/**
 * Session id that the client generated at sign-up. Amplify drops the pool's session, so our pages generate one and send
 * it with both calls.
 */
function ownSession(metadata: ClientMetadata): string | undefined {
  const session = metadata?.[SESSION_KEY];
  if (session !== undefined && !SESSION_FORM.test(session))
    throw refuse.invalidParameter(
      `ClientMetadata ${SESSION_KEY} must be 32 to 256 letters, digits, _ or -.`,
    );
  return session;
}

/** Token of the invite that the sign-up page displays. */
function openedInvite(metadata: ClientMetadata): string | undefined {
  const invite = metadata?.[INVITE_KEY];
  if (invite !== undefined && !INVITE_FORM.test(invite))
    throw refuse.invalidParameter(
      `ClientMetadata ${INVITE_KEY} must be 1 to 200 letters, digits, _ or -.`,
    );
  return invite;
}
