export type { BlobMeta } from './blob';
export { HEALTH_PATH, startObjectStore } from './object-store';
export { S3Error } from './s3-error';
export { Storage } from './storage';
