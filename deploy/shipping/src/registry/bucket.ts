export { bucketStore, isBucket } from './open-store';
