import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { personByEmailAnswer } from '@tomekeeper/contracts-identity';
import { emailAddress, id } from '@tomekeeper/contracts-values';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { OperatorProblem } from './operator-problem';

/** Finds the users in whose name commands run. */
@Injectable()
export class UserLookup implements OnApplicationShutdown {
  private readonly identity: InternalClient;

  constructor(
    private readonly memberships: CampaignMemberships,
    @Inject(CONFIG) { IDENTITY_URL: origins }: Pick<Config, 'IDENTITY_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.identity = new InternalClient({ service: 'identity', origins, signer });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.identity.close();
  }

  /**
   * @returns the user id of the owner
   * @throws {OperatorProblem} if the campaign does not exist
   * @throws {UpstreamUnavailable}
   */
  async ownerOf(campaign: string): Promise<string> {
    const owner = await this.memberships.ownerOf(campaign);
    if (owner === undefined)
      throw new OperatorProblem(
        `There is no campaign ${campaign}. Its id is the part after /campaigns/ in its address.`,
      );
    return owner;
  }

  /**
   * @param name user id or e-mail address of a confirmed account
   * @throws {OperatorProblem} if no user has it
   * @throws {UpstreamUnavailable}
   */
  async find(name: string): Promise<string> {
    const user = id.safeParse(name);
    if (user.success) return user.data.toLowerCase();
    const email = emailAddress.safeParse(name);
    if (!email.success)
      throw new OperatorProblem(`${name} is neither an e-mail address nor the id of a user.`);
    const path = `/internal/people/by-email?email=${encodeURIComponent(email.data)}`;
    const found = await this.identity.get(path, personByEmailAnswer);
    if (!found)
      throw new OperatorProblem(
        `No user has the address ${name}. "npm run identity -- list" prints all accounts.`,
      );
    return found.id.toLowerCase();
  }
}
