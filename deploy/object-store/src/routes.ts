import { createBucket, headBucket, listObjects } from './bucket-handlers';
import type { Exchange } from './exchange';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listParts,
  uploadPart,
} from './multipart-handlers';
import { copyObject, deleteObject, getObject, putObject } from './object-handlers';
import { S3Error } from './s3-error';
import { header, type S3Request } from './s3-request';

/** Parameters that do not select an operation. */
const NEUTRAL = /^(x-amz-.*|x-id|response-(cache-control|content-(type|disposition)))$/i;

/** Parameters that select an operation or modify the selected one. */
const OPERATIONS: Readonly<Record<string, (exchange: Exchange) => Promise<void>>> = {
  'PUT bucket': onBucket(createBucket),
  'HEAD bucket': onBucket(headBucket),
  'GET bucket list-type': onBucket(listObjects),
  'GET object': onObject(getObject),
  'HEAD object': onObject(getObject),
  'PUT object': onObject(putObject),
  'PUT object copy': onObject(copyObject),
  'DELETE object': onObject(deleteObject),
  'POST object uploads': onObject(createMultipartUpload),
  'PUT object partNumber uploadId': onObject(uploadPart),
  'GET object uploadId': onObject(listParts),
  'POST object uploadId': onObject(completeMultipartUpload),
  'DELETE object uploadId': onObject(abortMultipartUpload),
};

const LIST_OPTIONS = [
  'prefix',
  'max-keys',
  'continuation-token',
  'max-parts',
  'part-number-marker',
];

/**
 * Dispatches a signed request to its operation. Unknown operations are rejected, never treated as another
 * one.
 */
export async function route(exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const operation = OPERATIONS[nameOf(request)];
  if (!operation) throw new S3Error('NotImplemented');
  await operation(exchange);
}

function nameOf({ method, bucket, key, query, message }: S3Request): string {
  const target = bucket === undefined ? 'store' : key === undefined ? 'bucket' : 'object';
  const names = query.entries
    .map(([name]) => name)
    .filter((name) => !NEUTRAL.test(name) && !LIST_OPTIONS.includes(name))
    .sort();
  if (header(message, 'x-amz-copy-source') !== undefined) names.push('copy');
  return [method, target, ...names].join(' ');
}

function onBucket(handler: (exchange: Exchange & { bucket: string }) => Promise<void>) {
  return async (exchange: Exchange): Promise<void> => {
    const { bucket } = exchange.request;
    if (bucket === undefined) throw new S3Error('MethodNotAllowed');
    await handler({ ...exchange, bucket });
  };
}

function onObject(
  handler: (exchange: Exchange & { bucket: string; key: string }) => Promise<void>,
) {
  return async (exchange: Exchange): Promise<void> => {
    const { bucket, key } = exchange.request;
    if (bucket === undefined || key === undefined) throw new S3Error('MethodNotAllowed');
    await handler({ ...exchange, bucket, key });
  };
}
