/** A unit of work or a transaction: reading needs no more of them. */
export interface SqlReader {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
