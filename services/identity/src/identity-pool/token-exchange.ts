import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '../config';
import { refuse } from '../protocol/refusals';
import { ownPrefixPolicy } from './own-prefix-policy';

/** Where people get credentials of the object store, if the operator wants them to. */
export class IdentityPoolSettings {
  constructor(
    /** `<region>:<uuid>` */
    readonly poolId: string,
    /** The store's security token service. */
    readonly stsUrl: string,
    readonly roleArn: string,
    readonly bucket: string,
  ) {}

  /** @returns null where it is not set up */
  static of(config: Config): IdentityPoolSettings | null {
    const { IDENTITY_POOL_ID: id, IDENTITY_POOL_STS_URL: sts } = config;
    const { IDENTITY_POOL_ROLE_ARN: role, IDENTITY_POOL_BUCKET: bucket } = config;
    return id && sts && role && bucket ? new IdentityPoolSettings(id, sts, role, bucket) : null;
  }
}

/** Credentials of the object store, for a while. */
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

/** Exchanges ID tokens for credentials at the store's own security token service. */
@Injectable()
export class TokenExchange {
  private readonly log = new Logger(TokenExchange.name);

  /** @throws the protocol's refusal when the service does not answer */
  async exchange(
    { stsUrl, roleArn, bucket }: IdentityPoolSettings,
    idToken: string,
    identityId: string,
  ): Promise<StoreCredentials> {
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: roleArn,
      // Names the session in the store's logs; a colon may not be in it.
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

/** The text of an element of a small, flat answer; its values hold no markup. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
