// Compares JSON schemas of two versions of an OpenAPI document for compatibility. A request schema may only
// widen, because old requests must remain valid; a response schema may only narrow, because old clients must
// understand it. Clients ignore unknown fields and accept unknown enum values (contract tests of the API
// client), so responses may gain those at any time.

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {'request' | 'answer'} Direction
 * @typedef {(where: string, reason: string) => void} Report
 */

/** Say nothing about which values are valid. `x-…` neither. */
const SAYS_NOTHING = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
]);
/** A greater value lets less through. */
const FLOORS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** A smaller value lets less through. */
const CEILINGS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const COMPARED = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'properties', 'required', 'items'],
  ...['additionalProperties', 'anyOf', 'oneOf', ...FLOORS, ...CEILINGS],
]);

/**
 * @param {Direction} direction
 * @param {(schema: Schema) => Schema} beforeOf follows references of the old document
 * @param {(schema: Schema) => Schema} nowOf follows references of the new document
 */
export function schemaComparer(direction, beforeOf, nowOf) {
  const isRequest = direction === 'request';
  const what = isRequest ? 'field of the request' : 'field of the answer';

  /** Pairs of references being compared: a schema may contain itself. */
  const under = new Set();

  /** @param {Schema | undefined} old @param {Schema | undefined} fresh @param {string} where @param {Report} report */
  function compare(old, fresh, where, report) {
    const pair = old?.$ref && fresh?.$ref && `${old.$ref} ${fresh.$ref}`;
    if (pair && under.has(pair)) return;
    if (pair) under.add(pair);
    compareResolved(old, fresh, where, report);
    if (pair) under.delete(pair);
  }

  function compareResolved(old, fresh, where, report) {
    const before = beforeOf(old ?? {});
    const now = nowOf(fresh ?? {});
    const choices = alternatives(before) ?? alternatives(now);
    if (choices) return compareAlternatives(before, now, where, report);
    compareTypes(before, now, where, report);
    compareValues(before, now, where, report);
    if (isRequest) compareLimits(before, now, where, report);
    compareFields(before, now, where, report);
    if (before.items && now.items) compare(before.items, now.items, `${where}[]`, report);
    compareOthers(before, now, where, report);
  }

  /** Compares oneOf/anyOf alternatives: requests must keep every old alternative, responses may not add one. */
  function compareAlternatives(before, now, where, report) {
    const [given, taken] = isRequest ? [before, now] : [now, before];
    const forms = alternatives(taken) ?? [taken];
    (alternatives(given) ?? [given]).forEach((form, index, { length }) => {
      const fits = forms.some((other) => {
        let clashes = 0;
        const [a, b] = isRequest ? [form, other] : [other, form];
        compare(a, b, where, () => (clashes += 1));
        return clashes === 0;
      });
      if (fits) return;
      const one = length > 1 ? `one of its forms (number ${index + 1})` : 'its form';
      report(where, isRequest ? `${one} is accepted no more` : `${one} is not one of before`);
    });
  }

  function compareTypes(before, now, where, report) {
    const [given, taken] = isRequest ? [before, now] : [now, before];
    const accepted = typesOf(taken);
    if (accepted.length === 0) return;
    const refused = typesOf(given).filter((type) => !includesType(accepted, type));
    if (typesOf(given).length > 0 && refused.length === 0) return;
    report(where, `type was ${named(typesOf(before))} and is ${named(typesOf(now))}`);
  }

  function compareValues(before, now, where, report) {
    const [old, fresh] = [valuesOf(before), valuesOf(now)];
    if (isRequest && fresh) {
      const gone = old?.filter((value) => !fresh.includes(value)) ?? [];
      if (!old) report(where, `only ${named(fresh)} is accepted, and was anything`);
      else if (gone.length > 0) report(where, `${named(gone)} is accepted no more`);
    }
    for (const rule of ['format', 'pattern']) {
      const [a, b] = [before[rule], now[rule]];
      if (a === b) continue;
      if (isRequest && b !== undefined) report(where, `${rule} was ${named([a])} and is ${b}`);
      // A format says enough: how it is written as a pattern is up to a library.
      const isTold = rule === 'format' || before.format === undefined;
      if (!isRequest && a !== undefined && isTold)
        report(where, `${rule} was ${a} and is ${named([b])}`);
    }
  }

  function compareLimits(before, now, where, report) {
    for (const rule of FLOORS)
      if (now[rule] !== undefined && !(before[rule] >= now[rule]))
        report(where, `${rule} was ${named([before[rule]])} and is ${now[rule]}`);
    for (const rule of CEILINGS)
      if (now[rule] !== undefined && !(before[rule] <= now[rule]))
        report(where, `${rule} was ${named([before[rule]])} and is ${now[rule]}`);
  }

  function compareFields(before, now, where, report) {
    const [old, fresh] = [before.properties ?? {}, now.properties ?? {}];
    for (const [name, field] of Object.entries(old)) {
      const place = where === '' ? name : `${where}.${name}`;
      if (!(name in fresh)) report(place, `this ${what} was removed`);
      else compare(field, fresh[name], place, report);
    }
    const [was, is] = [before.required ?? [], now.required ?? []];
    const [more, less] = isRequest ? [is, was] : [was, is];
    for (const name of more.filter((one) => !less.includes(one))) {
      if (!isRequest && !(name in fresh)) continue; // told above
      const place = where === '' ? name : `${where}.${name}`;
      report(place, isRequest ? `this ${what} is required now` : `this ${what} may be missing now`);
    }
    compareFurtherFields(before.additionalProperties, now.additionalProperties, where, report);
  }

  function compareFurtherFields(old, fresh, where, report) {
    if (isSchema(old) && isSchema(fresh)) compare(old, fresh, `${where}.*`, report);
    else if (isRequest && fresh === false && old !== false)
      report(where, 'unknown fields are refused now');
    else if (isRequest && isSchema(fresh) && old !== false)
      report(where, 'unknown fields must be of one kind now');
    else if (!isRequest && isSchema(old)) report(where, 'its fields may be of any kind now');
  }

  /** Rather a question too many than a break unnoticed. */
  function compareOthers(before, now, where, report) {
    for (const rule of new Set([...Object.keys(before), ...Object.keys(now)])) {
      if (COMPARED.has(rule) || SAYS_NOTHING.has(rule) || rule.startsWith('x-')) continue;
      if (JSON.stringify(before[rule]) !== JSON.stringify(now[rule]))
        report(where, `'${rule}' has changed, which is not known to be harmless`);
    }
  }

  return compare;
}

const isSchema = (value) => typeof value === 'object' && value !== null;
const alternatives = (schema) => schema.anyOf ?? schema.oneOf;

function typesOf(schema) {
  const types = [schema.type ?? []].flat();
  return schema.nullable && types.length > 0 ? [...types, 'null'] : types;
}

const includesType = (accepted, type) =>
  accepted.includes(type) || (type === 'integer' && accepted.includes('number'));

const valuesOf = (schema) => ('const' in schema ? [schema.const] : schema.enum);

const named = (values) =>
  values.length === 0
    ? 'anything'
    : values.map((value) => (value === undefined ? 'none' : String(value))).join(', ');
