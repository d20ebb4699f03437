import {
  duplicatesIn,
  entriesOf,
  forbidden,
  invalid,
  isTree,
  required,
  textOf,
  textsOf,
  treesOf,
  treeOf,
  type FieldError,
  type Tree,
} from './field-errors';
import { labelProblems, named } from './names';

/** What is wrong with a selector of labels. */
export function selectorProblems(field: string, given: unknown): readonly FieldError[] {
  const { matchLabels, matchExpressions } = treeOf(given);
  return [
    ...labelProblems(`${field}.matchLabels`, entriesOf(matchLabels)),
    ...treesOf(matchExpressions).flatMap((each, index) =>
      expressionProblems(`${field}.matchExpressions[${index}]`, each),
    ),
  ];
}

function expressionProblems(field: string, { key, operator, values }: Tree): readonly FieldError[] {
  const listed = textsOf(values);
  const errors = [...named(`${field}.key`, textOf(key), 'qualified')];
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (listed.length === 0)
        errors.push(
          required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"),
        );
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (listed.length > 0)
        errors.push(
          forbidden(
            `${field}.values`,
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
          ),
        );
      break;
    default:
      errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  }
  errors.push(
    ...listed.flatMap((value, index) => named(`${field}.values[${index}]`, value, 'labelValue')),
  );
  return errors;
}

/** Whether a selector of labels chooses an object with these labels. */
export function matches(selector: unknown, labels: Readonly<Record<string, unknown>>): boolean {
  const { matchLabels, matchExpressions } = treeOf(selector);
  return (
    entriesOf(matchLabels).every(([key, value]) => labels[key] === value) &&
    treesOf(matchExpressions).every(({ key, operator, values }) => {
      const value = labels[textOf(key)];
      const isListed = typeof value === 'string' && textsOf(values).includes(value);
      if (operator === 'In') return isListed;
      if (operator === 'NotIn') return !isListed;
      return (operator === 'Exists') === (value !== undefined);
    })
  );
}

/**
 * Rules of spreading: keys whose values are taken from the pod must not be in the selector already, and there
 * must be a selector that they narrow.
 */
export function spreadProblems(field: string, constraints: unknown): readonly FieldError[] {
  const listed = treesOf(constraints);
  return [
    ...listed.flatMap((each, index) => constraintProblems(`${field}[${index}]`, each)),
    ...duplicatesIn(
      listed.map(({ topologyKey, whenUnsatisfiable }, index) => ({
        field: `${field}[${index}].{topologyKey, whenUnsatisfiable}`,
        value: `{${textOf(topologyKey)}, ${textOf(whenUnsatisfiable)}}`,
      })),
    ),
  ];
}

function constraintProblems(field: string, constraint: Tree): readonly FieldError[] {
  const { maxSkew, minDomains, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
  const errors: FieldError[] = [];
  if (typeof maxSkew !== 'number' || maxSkew <= 0)
    errors.push(invalid(`${field}.maxSkew`, maxSkew ?? 0, 'must be greater than zero'));
  if (textOf(topologyKey) === '') errors.push(required(`${field}.topologyKey`, 'can not be empty'));
  else errors.push(...named(`${field}.topologyKey`, textOf(topologyKey), 'qualified'));
  if (whenUnsatisfiable !== 'DoNotSchedule' && whenUnsatisfiable !== 'ScheduleAnyway')
    errors.push({
      field: `${field}.whenUnsatisfiable`,
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(whenUnsatisfiable ?? '')}: supported values: "DoNotSchedule", "ScheduleAnyway"`,
    });
  if (minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule')
    errors.push(
      invalid(
        `${field}.minDomains`,
        minDomains,
        `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOf(whenUnsatisfiable)}`,
      ),
    );
  errors.push(...selectorProblems(`${field}.labelSelector`, labelSelector));
  errors.push(...matchLabelKeyProblems(`${field}.matchLabelKeys`, constraint));
  return errors;
}

function matchLabelKeyProblems(
  field: string,
  { matchLabelKeys, labelSelector }: Tree,
): readonly FieldError[] {
  const keys = textsOf(matchLabelKeys);
  if (keys.length === 0) return [];
  if (!isTree(labelSelector))
    return [forbidden(field, 'must not be specified when labelSelector is not set')];
  const selected = new Set([
    ...entriesOf(labelSelector['matchLabels']).map(([key]) => key),
    ...treesOf(labelSelector['matchExpressions']).map(({ key }) => textOf(key)),
  ]);
  return keys.flatMap((key, index) => [
    ...named(`${field}[${index}]`, key, 'qualified'),
    ...(selected.has(key)
      ? [invalid(`${field}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')]
      : []),
  ]);
}
