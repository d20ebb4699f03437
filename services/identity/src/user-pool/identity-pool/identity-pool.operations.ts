import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { IdTokens } from '../tokens/id-tokens';
import { PoolSecret } from '../users/pool-secret';
import { IdentityPoolSettings } from './identity-pool-settings';
import { TokenExchange } from './token-exchange';

const logins = z.record(z.string(), z.string()).default({});
const getIdRequest = z.object({ IdentityPoolId: z.string(), Logins: logins });
const getCredentialsRequest = z.object({ IdentityId: z.string(), Logins: logins });

const ID_BYTES = 16;

/** Signed-in people become identities of the object store. Off unless there are settings for it. */
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
    private readonly secret: PoolSecret,
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

  /** The same for a person for ever, and telling nothing of them. */
  private identityOf({ poolId }: IdentityPoolSettings, sub: string): string {
    const bytes = this.secret.derive('identity-id', `${poolId}|${sub}`, ID_BYTES);
    const [region = ''] = poolId.split(':', 1);
    const uuid = bytes
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return `${region}:${uuid}`;
  }
}
