/** Declares only the parts of passport-jwt used here; its complete type package depends on Express's types. */
declare module 'passport-jwt' {
  export type Extractor = (request: unknown) => string | null;

  export interface StrategyOptions {
    jwtFromRequest: Extractor;
    issuer?: string;
    audience?: string;
    algorithms?: readonly 'RS256'[];
    jsonWebTokenOptions?: { clockTolerance?: number };
    secretOrKeyProvider(
      request: unknown,
      token: string,
      done: (error: unknown, key?: unknown) => void,
    ): void;
  }

  export class Strategy {
    constructor(options: StrategyOptions, verify: (...given: unknown[]) => void);
  }

  export const ExtractJwt: { fromAuthHeaderAsBearerToken(): Extractor };
}
