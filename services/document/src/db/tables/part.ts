/** The tables of one concept: the SQL that creates them with their indexes, and their names. */
export interface Part {
  create: string;
  tables: readonly string[];
}
