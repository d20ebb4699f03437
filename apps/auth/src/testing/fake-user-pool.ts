import type {
  FirstFactor,
  NewAccount,
  SignInStep,
  UserPool,
} from '../features/session/user-pool/user-pool';
import { commonPasswordKey } from '@tomekeeper/contracts-identity';
import { UserPoolError } from '../features/session/user-pool/user-pool-error';
import { CODE, FakeSecurity } from './fake-security';

interface Account extends NewAccount {
  confirmed: boolean;
  /** Passkeys and second factors went with the last reset. */
  factorsRemoved?: boolean;
}

export { CODE };

const ALREADY_EXISTS = 'An account with the given email already exists.';
const RESET: SignInStep = { signInStep: 'RESET_PASSWORD' };

/** Operations of the Amplify library, and our own unauthenticated operation. */
type Method = keyof UserPool | 'undoEmailChange';

/** A user pool in memory, with the refusals and words of the real one. */
export class FakeUserPool implements UserPool {
  readonly security = new FakeSecurity();
  readonly accounts = new Map<string, Account>();
  /** Every call in order, `signIn mina@table.example`. */
  readonly calls: string[] = [];
  /** Addresses that another person has also signed up with. */
  readonly contested = new Set<string>();
  signedInAs: string | undefined;
  /** Called after a sign-in, as the real pool's events are. */
  onSignedIn: () => void = () => undefined;
  private readonly failures = new Map<Method, Error>();
  private readonly steps: SignInStep[] = [];

  addAccount(account: Partial<Account> & { email: string }): this {
    this.accounts.set(account.email, {
      password: 'Bellunder7',
      firstName: 'Mina',
      lastName: 'Harker',
      session: 'made-elsewhere',
      confirmed: true,
      ...account,
    });
    return this;
  }

  /** The next call of this method fails. */
  failNext(method: Method, code: string, message: string): this {
    this.failures.set(method, new UserPoolError(code, message));
    return this;
  }

  /** The next sign-in asks for something more. */
  nextStep(step: SignInStep): this {
    this.steps.push(step);
    return this;
  }

  async signIn(email: string, password: string): Promise<SignInStep> {
    this.called('signIn', email);
    if (this.signedInAs) {
      throw new UserPoolError(
        'UserAlreadyAuthenticatedException',
        'There is already a signed in user.',
      );
    }
    const step = this.steps.shift();
    if (step) return step;
    const account = this.accounts.get(email);
    if (account?.password !== password) {
      throw new UserPoolError('NotAuthorizedException', 'Incorrect username or password.');
    }
    if (!account.confirmed) return { signInStep: 'CONFIRM_SIGN_UP' };
    return this.enter(email);
  }

  private enter(email: string): SignInStep {
    this.signedInAs = email;
    this.onSignedIn();
    return { signInStep: 'DONE' };
  }

  async signInWithout(email: string, preferred?: FirstFactor): Promise<SignInStep> {
    this.called('signInWithout', [email, preferred].filter(Boolean).join(' '));
    return this.steps.shift() ?? this.enter(email);
  }

  async answerSignIn(answer: string, attributes?: Record<string, string>): Promise<SignInStep> {
    this.called('answerSignIn', [answer, ...Object.values(attributes ?? {})].join(' '));
    return this.steps.shift() ?? this.enter('');
  }

  async rememberDevice(): Promise<void> {
    this.called('rememberDevice', '');
  }

  async signUp(account: NewAccount): Promise<'confirm' | 'done'> {
    this.called('signUp', account.email);
    if (this.accounts.get(account.email)?.confirmed) {
      throw new UserPoolError('UsernameExistsException', ALREADY_EXISTS);
    }
    this.accounts.set(account.email, { ...account, confirmed: false });
    return 'confirm';
  }

  async confirmSignUp(email: string, code: string, session?: string): Promise<void> {
    this.called('confirmSignUp', email);
    this.checkCode(code);
    const account = this.accounts.get(email);
    if (!account) return;
    account.confirmed = true;
    // As the pool does when a stranger has signed up with the address, too.
    if (this.contested.has(email) && session !== account.session) this.steps.push(RESET);
  }

  async resendSignUpCode(email: string): Promise<void> {
    this.called('resendSignUpCode', email);
  }

  async requestPasswordReset(email: string): Promise<void> {
    this.called('requestPasswordReset', email);
  }

  async confirmPasswordReset(
    email: string,
    code: string,
    newPassword: string,
    { keepFactors = false } = {},
  ): Promise<void> {
    this.called('confirmPasswordReset', email);
    this.checkCode(code);
    const account = this.accounts.get(email);
    if (account) Object.assign(account, { password: newPassword, factorsRemoved: !keepFactors });
  }

  async changePassword(current: string, next: string): Promise<void> {
    this.called('changePassword', this.signedInAs ?? '');
    const account = this.accounts.get(this.signedInAs ?? '');
    if (account?.password !== current) {
      throw new UserPoolError('NotAuthorizedException', 'Incorrect username or password.');
    }
    account.password = next;
  }

  async requestEmailChange(email: string): Promise<'confirm' | 'done'> {
    this.called('requestEmailChange', email);
    if (this.accounts.has(email) && email !== this.signedInAs) {
      throw new UserPoolError('AliasExistsException', 'An account with the email already exists.');
    }
    return email === this.signedInAs ? 'done' : 'confirm';
  }

  async resendEmailChangeCode(): Promise<void> {
    this.called('resendEmailChangeCode', '');
  }

  async confirmEmailChange(code: string): Promise<void> {
    this.called('confirmEmailChange', code);
    this.checkCode(code);
  }

  async deleteAccount(): Promise<void> {
    this.called('deleteAccount', this.signedInAs ?? '');
    this.accounts.delete(this.signedInAs ?? '');
    this.signedInAs = undefined;
  }

  async getIdToken(): Promise<string | undefined> {
    this.called('getIdToken', '');
    return this.signedInAs && 'id-token';
  }

  async signOut({ everywhere = false } = {}): Promise<void> {
    this.called('signOut', everywhere ? 'everywhere' : 'here');
    this.signedInAs = undefined;
  }

  /** Passwords that everyone uses, in lower case. */
  readonly commonPasswords: string[] = ['password'];

  commonPasswordKeys(part: number): string[] {
    return this.commonPasswords
      .map(commonPasswordKey)
      .filter((one) => one.part === part)
      .map(({ key }) => key);
  }

  /** Addresses that accounts had, by the token of the link. */
  readonly formerAddresses = new Map<string, string>();

  async undoEmailChange(token: string): Promise<string> {
    this.called('undoEmailChange', token);
    const email = this.formerAddresses.get(token);
    this.formerAddresses.delete(token);
    if (email === undefined)
      throw new UserPoolError('ExpiredCodeException', 'This link has been used already.');
    return email;
  }

  close(): void {
    this.calls.push('close');
  }

  private called(method: Method, what: string) {
    this.calls.push(`${method} ${what}`.trim());
    const failure = this.failures.get(method);
    this.failures.delete(method);
    if (failure) throw failure;
  }

  private checkCode(code: string) {
    if (code !== CODE) {
      throw new UserPoolError(
        'CodeMismatchException',
        'Invalid verification code provided, please try again.',
      );
    }
  }
}
