import type { CampaignDetail } from '../../campaigns-api';

/** The name of a person of this campaign; the id while no name is known. */
export function nameIn({ people }: CampaignDetail) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id: string) => names.get(id) || id;
}
