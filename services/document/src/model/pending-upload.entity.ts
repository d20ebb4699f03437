import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An upload that was prepared and not finalized yet. */
@Entity('pending_upload')
export class PendingUploadEntity {
  /** Where the object of the document will stand. */
  @PrimaryColumn('text')
  s3_key!: string;

  /** Where the presigned URL writes to; no file is served from there. */
  @Column('text')
  upload_key!: string;

  /** The content that the first finalize saw; no other can become the document. */
  @Column('text', { nullable: true })
  etag!: string | null;

  /** The store's id of a multipart upload to `upload_key`, after the first request for parts. */
  @Column('text', { nullable: true })
  multipart_id!: string | null;

  @Column('uuid')
  campaign_id!: string;

  @Column('uuid')
  uploader!: string;

  @Column('text')
  file_name!: string;

  @Column('text')
  content_type!: string;

  /** Bytes, where the browser has said how many will come. */
  @Column('bigint', {
    nullable: true,
    transformer: {
      to: (size: number | null) => size,
      from: (size: string | null) => (size === null ? null : Number(size)),
    },
  })
  size!: number | null;

  @Column('boolean')
  is_spoilers!: boolean;

  /** Content fingerprint from the uploading client. */
  @Column('text', { nullable: true })
  content_fingerprint!: string | null;

  /** Until then the URL that was handed out takes bytes. */
  @Column('timestamptz')
  expires_at!: Date;
}
