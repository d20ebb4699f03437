import { Injectable } from '@nestjs/common';
import { id } from '@tomekeeper/contracts-values';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { refuse } from '../protocol/refusals';
import { RevocationList } from '../revocations/revocation-list';
import { PoolSettings } from '../settings/pool-settings';
import { SigningKeys } from '../signing-keys/signing-keys';

const idClaims = z.looseObject({ sub: id, token_use: z.literal('id'), origin_jti: id });

/** Verifies ID tokens that are presented outside the product's API. */
@Injectable()
export class IdTokens {
  constructor(
    private readonly settings: PoolSettings,
    private readonly keys: SigningKeys,
    private readonly revocations: RevocationList,
  ) {}

  /**
   * @param logins tokens by issuer, without the scheme
   * @throws {ProtocolError} for an invalid token, or without a login
   */
  async verifyLogin(
    logins: Readonly<Record<string, string>>,
  ): Promise<{ sub: string; token: string }> {
    const provider = this.settings.issuer.replace(/^https?:\/\//, '');
    const token = Object.hasOwn(logins, provider) ? logins[provider] : undefined;
    if (token === undefined) throw refuse.guestsRefused();
    const keys = createLocalJWKSet({ keys: await this.keys.publicKeys() });
    const verified = await jwtVerify(token, keys, {
      issuer: this.settings.issuer,
      audience: this.settings.webClientId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub'],
    }).catch(() => undefined);
    const claims = idClaims.safeParse(verified?.payload).data;
    if (!claims || (await this.revocations.includes(claims.origin_jti)))
      throw refuse.badLoginToken();
    return { sub: claims.sub, token };
  }
}
