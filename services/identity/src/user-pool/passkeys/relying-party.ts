import { PRODUCT_NAME } from '../product-name';

/** Who passkeys are made for: this installation, under the name that browsers know it by. */
export class RelyingParty {
  /** The host alone; a passkey of one host never works on another. */
  readonly id: string;
  readonly origins: string[];
  /** Shown by the browser when a passkey is made. */
  readonly name = PRODUCT_NAME;

  constructor(publicUrl: string) {
    const { hostname, origin } = new URL(publicUrl);
    this.id = hostname;
    this.origins = [origin];
  }
}
