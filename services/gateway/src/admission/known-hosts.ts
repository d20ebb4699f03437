import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { AllowedHosts, namesOneHost } from '@tomekeeper/http-guard';
import { DomainError } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';

export type HostCheck = (request: FastifyRequest) => DomainError | undefined;

/** Returns an error for requests whose host is malformed or not allowed. */
export function hostCheck(config: GatewayConfig): HostCheck {
  const allowed = new AllowedHosts({
    urls: [config.PUBLIC_URL, config.STORAGE_ORIGIN],
    hosts: config.ALLOWED_HOSTS,
    bind: config.HOST,
  });
  return (request) => {
    const named = request.headers.host;
    if (named !== undefined && !namesOneHost(request.raw))
      return new DomainError(
        'invalid',
        GENERAL_CODES.malformed,
        'The request could not be understood.',
      );
    // Differs from the header where a trusted proxy forwards another host.
    const { host } = request;
    if (allowed.allows(named) && (host === named || allowed.allows(host))) return undefined;
    return new DomainError(
      'misdirected',
      GENERAL_CODES.misdirected,
      'Nothing is served under this host name. The operator of this site can allow it.',
    );
  };
}
