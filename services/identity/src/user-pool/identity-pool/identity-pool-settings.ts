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
}
