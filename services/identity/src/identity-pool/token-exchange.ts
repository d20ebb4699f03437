import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '../config';
import { refuse } from '../protocol/refusals';
import { ownPrefixPolicy } from './own-prefix-policy';

/** Settings for object-store credentials. */
export class IdentityPoolSettings {
  constructor(
    /** `<region>:<uuid>` */
    readonly poolId: string,
    /** URL of the store's security token service (STS). */
    readonly stsUrl: string,
    readonly roleArn: string,
    readonly bucket: string,
  ) {}

  /** @returns null when it is not configured */
  static of(config: Config): IdentityPoolSettings | null {
    const { IDENTITY_POOL_ID: id, IDENTITY_POOL_STS_URL: sts } = config;
    const { IDENTITY_POOL_ROLE_ARN: role, IDENTITY_POOL_BUCKET: bucket } = config;
    return id && sts && role && bucket ? new IdentityPoolSettings(id, sts, role, bucket) : null;
  }
}

/** Temporary credentials of the object store. */
export interface StoreCredentials {
  AccessKeyId: string;
  SecretKey: string;
  SessionToken: string;
  /** Epoch seconds. */
  Expiration: number;
}

const VALID_SECONDS = 3600;
const TIMEOUT_MS = 5000;
const answered = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  SessionToken: z.string(),
  Expiration: z.iso.datetime({ offset: true }),
});

/** Exchanges ID tokens for temporary credentials at the store's security token service. */
@Injectable()
export class TokenExchange {
  private readonly log = new Logger(TokenExchange.name);

  /** @throws {ProtocolError} when the token service does not respond */
  async exchange(
    { stsUrl, roleArn, bucket }: IdentityPoolSettings,
    idToken: string,
    identityId: string,
  ): Promise<StoreCredentials> {
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: roleArn,
      // Session name in the store's logs, which must not contain a colon.
      RoleSessionName: identityId.replace(':', '-'),
      WebIdentityToken: idToken,
      DurationSeconds: String(VALID_SECONDS),
      Policy: ownPrefixPolicy(bucket, identityId),
    });
    const xml = await this.ask(stsUrl, body);
    const { data } = answered.safeParse(
      Object.fromEntries(Object.keys(answered.shape).map((name) => [name, element(xml, name)])),
    );
    if (!data) throw this.failed('the answer holds no credentials');
    return {
      AccessKeyId: data.AccessKeyId,
      SecretKey: data.SecretAccessKey,
      SessionToken: data.SessionToken,
      Expiration: Date.parse(data.Expiration) / 1000,
    };
  }

  private async ask(url: string, body: URLSearchParams): Promise<string> {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw this.failed(String(error));
    });
    const text = await response.text();
    if (!response.ok) throw this.failed(`${response.status} ${element(text, 'Code') ?? ''}`);
    return text;
  }

  private failed(reason: string): Error {
    this.log.warn({ reason }, 'no credentials from the token service');
    return refuse.unavailable();
  }
}

/** Returns the text of an element of a small, flat response whose values contain no markup. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
