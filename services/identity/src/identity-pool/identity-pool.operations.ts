import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { IdTokens } from './id-tokens';
import { IdentityPoolSettings, TokenExchange } from './token-exchange';

const logins = z.record(z.string(), z.string()).default({});
const getIdRequest = z.object({ IdentityPoolId: z.string(), Logins: logins });
const getCredentialsRequest = z.object({ IdentityId: z.string(), Logins: logins });

/** Maps signed-in users to identities of the object store. Disabled unless configured. */
@Injectable()
export class IdentityPoolOperations extends OperationGroup {
  readonly operations = {
    'IdentityPool.GetId': operation(getIdRequest, (input) => this.getId(input)),
    'IdentityPool.GetCredentialsForIdentity': operation(getCredentialsRequest, (input) =>
      this.getCredentials(input),
    ),
  };

  constructor(
    @Inject(IdentityPoolSettings) private readonly settings: IdentityPoolSettings | null,
    private readonly idTokens: IdTokens,
    private readonly exchange: TokenExchange,
  ) {
    super();
  }

  private async getId(input: z.infer<typeof getIdRequest>): Promise<object> {
    const pool = this.expectOn();
    if (input.IdentityPoolId !== pool.poolId) throw refuse.identityPoolNotFound();
    const { sub } = await this.idTokens.verifyLogin(input.Logins);
    return { IdentityId: this.identityOf(pool, sub) };
  }

  private async getCredentials(input: z.infer<typeof getCredentialsRequest>): Promise<object> {
    const pool = this.expectOn();
    const { sub, token } = await this.idTokens.verifyLogin(input.Logins);
    const identityId = this.identityOf(pool, sub);
    if (input.IdentityId !== identityId) throw refuse.identityNotYours();
    return {
      IdentityId: identityId,
      Credentials: await this.exchange.exchange(pool, token, identityId),
    };
  }

  private expectOn(): IdentityPoolSettings {
    if (!this.settings) throw refuse.identityPoolNotFound();
    return this.settings;
  }

  /**
   * Contains the user id, so that the role can be restricted by the token's subject: a direct call to the token service
   * grants no more than our policy does (deploy/aws/identity-pool-role.yaml).
   */
  private identityOf({ poolId }: IdentityPoolSettings, sub: string): string {
    const [region = ''] = poolId.split(':', 1);
    return `${region}:${sub}`;
  }
}
