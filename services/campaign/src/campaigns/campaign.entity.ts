import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stored campaign. API responses read campaigns through `campaign.queries.ts`, scoped to the viewer. */
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

  /** Whether external models may process the campaign's text, for answers and semantic search. */
  @Column('boolean')
  answers_by_model!: boolean;

  @Column('boolean')
  is_sample!: boolean;
}
