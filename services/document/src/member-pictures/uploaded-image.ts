import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { HttpAdapterHost } from '@nestjs/core';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { notAPicture } from '../model/document.errors';
import { pictureTooLarge } from './member-picture.errors';

const MAX_BYTES = DOCUMENT_LIMITS.memberPictureMegabytes * 1024 * 1024;

/** Passes image bodies on as streams, so that a caller without permission costs no memory. */
@Injectable()
export class ImageBodies implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<Fastify>();
    fastify.addContentTypeParser(/^image\//, (_request, payload, done) => done(null, payload));
  }
}

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

/** A request as far as its image is concerned. */
export interface ImageRequest {
  body?: unknown;
  headers: IncomingHttpHeaders;
}

/** An image file in the body of a request. */
export interface UploadedImage {
  body: Readable;
  size: number;
}

/**
 * Returns the image in a request; its stream fails beyond the size limit.
 * @returns undefined if the body is no image
 */
export function uploadedImage({ body, headers }: ImageRequest): UploadedImage | undefined {
  if (!(body instanceof Readable)) return undefined;
  const size = Number(headers['content-length'] ?? 0);
  return { body: Readable.from(limited(body), { objectMode: false }), size };
}

async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  // Destroying the request would close its connection before the response is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw pictureTooLarge();
    yield chunk;
  }
}

/** @throws {DomainError} 413 for a declared size above the limit, 409 without an image */
export function requireImage(image: UploadedImage | undefined): UploadedImage {
  if (!image) throw notAPicture();
  if (image.size > MAX_BYTES) throw pictureTooLarge();
  return image;
}
