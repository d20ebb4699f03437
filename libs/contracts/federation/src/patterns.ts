/** Id of a remote: `campaigns`. */
export const REMOTE_ID = /^[a-z][a-z-]*$/;
/** Federation container name: `tomekeeper_campaigns`. */
export const CONTAINER_NAME = /^[a-z_]+$/;
/** Route pattern: `/campaigns/:id`, or `*` for the fallback. */
export const ROUTE_PATTERN = /^(\/|\*$)/;
/** A path of this site. */
export const SITE_PATH = /^\//;
/** A path of the API, with its query. */
export const API_PATH = /^\/api\//;
/** Rest of an address below `/campaigns/{id}`: empty, `/library` or `#settings`. */
export const CAMPAIGN_PATH = /^(\/[a-z-]+)?(#[a-z-]+)?$/;
/** Subresource integrity hash: `sha384-…`. */
export const INTEGRITY = /^sha\d+-/;
/** A file of a version folder, which is flat. */
export const FILE_NAME = /^\w[\w.-]*$/;
