import { Injectable } from '@nestjs/common';
import { SigningKeys } from '../signing-keys/signing-keys';
import { OperatorAccounts, OperatorProblem, OperatorRole } from './operator-accounts';
import { Resealing } from './resealing';

type Command = (args: readonly string[]) => Promise<string[]>;

const USAGE = `Usage: npm run identity -- <command>

  list [part of a name or address]        accounts, newest first
  create <e-mail> [first name] [last name]
                                          an account with a temporary password
  password <e-mail or id>                 a new temporary password
  reset <e-mail or id>                    the next sign-in asks for a new password, by a code
  disable <e-mail or id>                  signs out everywhere; signing in is refused
  enable <e-mail or id>                   allows signing in again, and lifts a lock
  sign-out <e-mail or id>                 ends every session
  operators [list]                        who may open /operations
  operators add <e-mail or id>            from their next sign-in on, or within the hour
  operators remove <e-mail or id>         at once: it signs them out everywhere
  rotate-signing-keys [--at-once]         new keys for tokens; nobody is signed out
  reseal                                  seals stored secrets with the first key of POOL_KEYS`;

/** Parses and runs operator commands. */
@Injectable()
export class OperatorCommands {
  private readonly commands: Readonly<Record<string, Command>> = {
    list: async ([part]) => this.list(part),
    create: async ([email, givenName = '', familyName = '']) => {
      const made = await this.accounts.create(required(email), { givenName, familyName });
      return [`${made.user.email} has the id ${made.user.id}.`, passwordLine(made.password)];
    },
    password: async ([name]) => [
      passwordLine((await this.accounts.givePassword(required(name))).password),
    ],
    reset: async ([name]) => [
      `${(await this.accounts.reset(required(name))).email} must choose a new password.`,
    ],
    disable: async ([name]) => [
      `${(await this.accounts.disable(required(name))).email} is disabled and signed out.`,
    ],
    enable: async ([name]) => [
      `${(await this.accounts.enable(required(name))).email} may sign in again.`,
    ],
    'sign-out': async ([name]) => [
      `${(await this.accounts.signOut(required(name))).email} is signed out everywhere.`,
    ],
    operators: async ([what = 'list', name]) => this.operators(what, name),
    'rotate-signing-keys': async (args) => this.rotate(args.includes('--at-once')),
    reseal: async () => this.reseal(),
  };

  constructor(
    private readonly accounts: OperatorAccounts,
    private readonly signingKeys: SigningKeys,
    private readonly resealing: Resealing,
    private readonly role: OperatorRole,
  ) {}

  /**
   * @returns the lines to print
   * @throws {OperatorProblem} with a message for the operator
   */
  async run([name = '', ...args]: readonly string[]): Promise<string[]> {
    const command = Object.hasOwn(this.commands, name) ? this.commands[name] : undefined;
    if (!command) throw new OperatorProblem(USAGE);
    return command(args);
  }

  private async list(part: string | undefined): Promise<string[]> {
    const accounts = await this.accounts.list(part);
    if (accounts.length === 0) return ['There is no such account.'];
    return accounts.map((account) =>
      [
        account.id,
        account.createdAt.toISOString().slice(0, 10),
        (account.enabled ? account.status : 'DISABLED').padEnd(21),
        account.email,
        `${account.givenName} ${account.familyName}`.trim(),
      ].join('  '),
    );
  }

  private async operators(what: string, name: string | undefined): Promise<string[]> {
    switch (what) {
      case 'list': {
        const operators = await this.role.members();
        if (operators.length === 0) return ['There is no operator.'];
        return operators.map(({ id, email }) => `${id}  ${email}`);
      }
      case 'add': {
        const user = await this.accounts.find(required(name));
        await this.role.grant(user);
        return [`${user.email} is an operator: signing in anew opens /operations to them.`];
      }
      case 'remove': {
        const user = await this.accounts.find(required(name));
        await this.role.revoke(user);
        return [`${user.email} is no operator, and is signed out everywhere.`];
      }
      default:
        throw new OperatorProblem(USAGE);
    }
  }

  private async rotate(atOnce: boolean): Promise<string[]> {
    const { signsFrom, retiresAfter } = await this.signingKeys.rotate({ atOnce });
    return [
      `The new keys are published now and sign from ${signsFrom.toISOString()}.`,
      `The old keys are removed after ${retiresAfter.toISOString()}.`,
    ];
  }

  private async reseal(): Promise<string[]> {
    const counts = await this.resealing.run();
    return [
      ...[...counts].map(([table, count]) => `${table.padEnd(16)}${count}`),
      'Codes that were mailed need the old key for another 24 hours. After that it may leave POOL_KEYS.',
    ];
  }
}

function required(name: string | undefined): string {
  if (!name) throw new OperatorProblem(USAGE);
  return name;
}

const passwordLine = (password: string): string =>
  `Temporary password: ${password}\nSigning in with it asks for a new one. It is not stored anywhere in the clear.`;
