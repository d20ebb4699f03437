import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { AllowedHosts, namesOneHost } from '@tomekeeper/http-guard';
import { DomainError } from '@tomekeeper/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';

/** Says what is wrong with the host that a request names, if anything is. */
export type HostCheck = (request: FastifyRequest) => DomainError | undefined;

/** Requests for other hosts than ours are none of ours, whatever they ask for. */
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
    // Differs where a trusted proxy tells of another one.
    const { host } = request;
    if (allowed.allows(named) && (host === named || allowed.allows(host))) return undefined;
    return new DomainError(
      'misdirected',
      GENERAL_CODES.misdirected,
      'Nothing is served under this host name. Whoever runs this site can allow it.',
    );
  };
}
