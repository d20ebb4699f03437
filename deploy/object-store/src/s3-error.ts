/** Every refusal of the store: S3's code, with the status and a sentence that go with it. */
const REFUSALS = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: this CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The authorization parameters of the URL are wrong.'],
  BadDigest: [400, 'The checksum you specified did not match the received content.'],
  BucketAlreadyOwnedByYou: [409, 'You already own this bucket.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'A part other than the last is smaller than the minimum of 5 MB.'],
  IncompleteBody: [400, 'Fewer bytes came than were announced.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id you provided does not exist.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidPart: [400, 'A part is missing, or its ETag differs.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedXML: [400, 'The XML is not well-formed.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MisdirectedRequest: [421, 'Nothing is stored under this host name.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The upload does not exist. It may have been aborted or completed.'],
  NotImplemented: [501, 'The requested operation is not implemented by this store.'],
  PreconditionFailed: [412, 'At least one of the preconditions you specified did not hold.'],
  RequestTimeTooSkewed: [
    403,
    'The difference between the times of request and store is too large.',
  ],
  ServiceUnavailable: [503, 'The store has no room right now. Please try again later.'],
  SignatureDoesNotMatch: [403, 'The signature we calculated does not match the one you provided.'],
  XAmzContentSHA256Mismatch: [400, 'The body does not match the x-amz-content-sha256 header.'],
} as const satisfies Record<string, readonly [number, string]>;

export type S3Code = keyof typeof REFUSALS;

export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(
    readonly code: S3Code,
    message?: string,
    /** Further headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message ?? REFUSALS[code][1]);
    this.status = REFUSALS[code][0];
  }
}
