import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A campaign as it is stored. People read campaigns through `campaign.queries.ts`, scoped by who they are. */
@Entity('campaign')
export class CampaignEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  owner!: string;

  @Column('text')
  title!: string;

  @Column('text')
  game_system!: string;

  /** Whether a language model may read it to answer questions. */
  @Column('boolean')
  answers_by_model!: boolean;
}
