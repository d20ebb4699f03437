import {
  beginSpan,
  errorName,
  isRecording,
  type OpenSpan,
  type SpanDescription,
} from '@tomekeeper/tracing';
import {
  EventSubscriber,
  type AfterQueryEvent,
  type BeforeQueryEvent,
  type EntitySubscriberInterface,
  type QueryRunner,
} from 'typeorm';

const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:"?\w+"?\.)?"?(\w+)"?/i;
const LONGEST_TEXT = 500;

/** A statement without its values: those are parameters. */
export function statementSpan(sql: string): SpanDescription {
  const verb = (VERB.exec(sql)?.[1] ?? 'statement').toUpperCase();
  const table = TABLE.exec(sql)?.[1];
  return {
    name: table ? `${verb} ${table}` : verb,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table ? { 'db.collection.name': table } : {}),
      'db.query.text': sql.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT),
    },
  };
}

/** A span for every statement that goes through TypeORM. */
@EventSubscriber()
export class StatementSpans implements EntitySubscriberInterface {
  private readonly running = new WeakMap<QueryRunner, OpenSpan>();

  beforeQuery({ query, queryRunner }: BeforeQueryEvent): void {
    if (!queryRunner || !isRecording()) return;
    const span = beginSpan(statementSpan(query));
    if (span) this.running.set(queryRunner, span);
  }

  afterQuery({ queryRunner, success, error }: AfterQueryEvent): void {
    const span = queryRunner && this.running.get(queryRunner);
    if (!span) return;
    this.running.delete(queryRunner);
    span.end(success ? {} : { error: errorName(error) });
  }
}
