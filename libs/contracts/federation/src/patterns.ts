/** Id of a remote: `campaigns`. */
export const REMOTE_ID = /^[a-z][a-z-]*$/;
/** Federation container: `tomekeeper_campaigns`. */
export const CONTAINER_NAME = /^[a-z_]+$/;
/** Pattern of a route: `/campaigns/:id`, or `*` for the fallback. */
export const ROUTE_PATTERN = /^(\/|\*$)/;
/** A path of this site. */
export const SITE_PATH = /^\//;
/** Hash of a file as browsers check it: `sha384-…`. */
export const INTEGRITY = /^sha\d+-/;
