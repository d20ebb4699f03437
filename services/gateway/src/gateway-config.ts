/** Injection token of the {@link GatewayConfig}. */
export const GATEWAY_CONFIG = Symbol('gateway config');
