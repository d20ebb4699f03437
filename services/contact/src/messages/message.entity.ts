import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A message from the contact form. */
@Entity('message')
export class MessageEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  body!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}
