import type { Stored } from './store';

/** Whether a list or a watch has an object in it. */
export type Choice = (object: Stored) => boolean;

/** By `labelSelector` and `fieldSelector` of a request; of fields, name and namespace can be asked for. */
export function chosenBy(query: URLSearchParams): Choice {
  const labels = terms(query.get('labelSelector')).map(labelTerm);
  const fields = terms(query.get('fieldSelector')).map(fieldTerm);
  return (object) => [...labels, ...fields].every((isMeant) => isMeant(object));
}

const terms = (selector: string | null): readonly string[] =>
  (selector ?? '').split(',').filter((term) => term !== '');

function labelTerm(term: string): Choice {
  const [, key = '', operator, value] = /^(!?[^=!]+)(==?|!=)?(.*)$/.exec(term) ?? [];
  const labelOf = ({ metadata }: Stored, name: string) => metadata.labels?.[name];
  if (operator === undefined && key.startsWith('!'))
    return (object) => labelOf(object, key.slice(1)) === undefined;
  if (operator === undefined) return (object) => labelOf(object, key) !== undefined;
  return (object) => (labelOf(object, key) === value) === (operator !== '!=');
}

function fieldTerm(term: string): Choice {
  const [key, value] = term.split(/==?/);
  if (key === 'metadata.name') return ({ metadata }) => metadata.name === value;
  if (key === 'metadata.namespace') return ({ metadata }) => metadata.namespace === value;
  throw new Error(`fields can't be chosen by ${term} here`);
}
