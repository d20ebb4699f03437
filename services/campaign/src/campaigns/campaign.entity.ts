import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A campaign as it is written. Reading goes through `campaign.queries.ts`, scoped by who asks. */
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
}
