import type { GatewayConfig } from '../config';

export type UpstreamName =
  | 'identity'
  | 'campaign'
  | 'document'
  | 'mailing'
  | 'contact'
  | 'live'
  | 'search';

export function originsOf(config: GatewayConfig): Record<UpstreamName, string[]> {
  return {
    identity: config.IDENTITY_URL,
    campaign: config.CAMPAIGN_URL,
    document: config.DOCUMENT_URL,
    mailing: config.MAILING_URL,
    contact: config.CONTACT_URL,
    live: config.LIVE_URL,
    search: config.SEARCH_URL,
  };
}
