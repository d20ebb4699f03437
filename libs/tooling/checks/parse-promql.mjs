// Extracts metric and label names from PromQL expressions with Prometheus' grammar. Reads a JSON list of
// expressions and prints a JSON list.
import { text } from 'node:stream/consumers';
import { parser } from '@prometheus-io/lezer-promql';

/** @param {string} expression */
function namesIn(expression) {
  const found = { metrics: [], labels: [], errors: [] };
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) found.errors.push(`not understood from '${expression.slice(from)}' on`);
      // The one identifier of the grammar is a metric's; functions and labels are of other kinds.
      if (type.name === 'Identifier') found.metrics.push(expression.slice(from, to));
      if (type.name === 'LabelName') found.labels.push(expression.slice(from, to));
    },
  });
  return found;
}

const expressions = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(expressions.map(namesIn)));
