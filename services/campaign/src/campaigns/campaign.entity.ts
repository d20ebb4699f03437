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

  /** Whether outside models may read it: to answer questions, or to find what is said in other words. */
  @Column('boolean')
  answers_by_model!: boolean;
}
