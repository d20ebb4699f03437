import type { Alias, AuthorAudience, DocumentCategory } from '@tomekeeper/contracts-document';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A stored document. Viewers read documents through `visible-documents.ts`. */
@Entity('document')
export class DocumentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** For a player's note the membership of its author; see `memberships/notebooks.ts`. */
  @Column('uuid')
  campaign_id!: string;

  /** Readers of a player's note apart from its author; null for all other documents. */
  @Column('text', { nullable: true })
  author_audience!: AuthorAudience | null;

  /** The source, if this is a handout; null for all other documents. */
  @Column('uuid', { nullable: true })
  source_id!: string | null;

  /** Null once their account is deleted. */
  @Column('uuid', { nullable: true })
  uploader!: string | null;

  @Column('text')
  original_filename!: string;

  @Column('text')
  s3_key!: string;

  @Column('text')
  content_type!: string;

  /** Bytes; a JavaScript number holds all that the store takes. */
  @Column('bigint', { transformer: { to: (size: number) => size, from: Number } })
  size!: number;

  @Column('boolean')
  is_spoilers!: boolean;

  @Column('text', { array: true })
  tags!: string[];

  @Column('boolean')
  pinned!: boolean;

  @Column('text', { nullable: true })
  category!: DocumentCategory | null;

  /** The category for players who see only a part of a spoiler. */
  @Column('text', { nullable: true })
  public_category!: DocumentCategory | null;

  /** The id of a picture document of the campaign, or of an image of the text. */
  @Column('uuid', { nullable: true })
  portrait!: string | null;

  /** The portrait for players who see only a part of a spoiler. */
  @Column('uuid', { nullable: true })
  public_portrait!: string | null;

  @Column('jsonb', { default: [] })
  aliases!: Alias[];

  /** The last change of name, tags or category; null while there was none. */
  @Column('timestamptz', { nullable: true })
  updated_at!: Date | null;

  /** Content fingerprint from the uploading client; used only for pointing GMs to duplicates. */
  @Column('text', { nullable: true })
  content_fingerprint!: string | null;

  /** Under which title players saw it last, of a spoiler that was Public. */
  @Column('text', { nullable: true })
  shown_title!: string | null;

  /** Whether players get no file because secret markup in it may not be known yet; see `mayHoldSecrets`. */
  @Column('boolean', { default: false })
  file_on_hold!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}
