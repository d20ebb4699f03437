// What in an OpenAPI document breaks callers who know an older one, each with its exact place and reason.
import { schemaComparer } from './compare-schemas.mjs';

/**
 * @typedef {Record<string, any>} Document
 * @typedef {{ where: string, reason: string }} Break
 */

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param {Document} before what callers know @param {Document} now what is offered
 * @returns {Break[]}
 */
export function breakingChanges(before, now) {
  /** @type {Break[]} */
  const found = [];
  const comparers = {
    request: schemaComparer('request', resolveReferences(before), resolveReferences(now)),
    answer: schemaComparer('answer', resolveReferences(before), resolveReferences(now)),
  };
  const operations = operationsOf(now);
  for (const [name, old] of operationsOf(before)) {
    const fresh = operations.get(name);
    const report = (where, reason) => found.push({ where: `${name} ${where}`.trim(), reason });
    if (!fresh) report('', 'this path with this method was removed');
    else compareOperation({ ...old, before }, { ...fresh, now }, comparers, report);
  }
  for (const [name, scheme] of Object.entries(before.components?.securitySchemes ?? {}))
    if (!same(scheme, now.components?.securitySchemes?.[name]))
      found.push({ where: `security scheme ${name}`, reason: 'it has changed' });
  return found;
}

/** @param {Document} before @param {Document} now @returns {string[]} paths with methods that are new */
export function additions(before, now) {
  const known = operationsOf(before);
  return [...operationsOf(now).keys()].filter((name) => !known.has(name));
}

/** By method and path; names of path parameters are left out, because clients do not see them. */
function operationsOf(document) {
  const found = new Map();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of METHODS.filter((one) => item[one])) {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const security = operation.security ?? document.security ?? [];
      const name = `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`;
      found.set(name, { operation: { ...operation, security }, parameters, path });
    }
  return found;
}

function compareOperation(old, fresh, comparers, report) {
  const [before, now] = [old.operation, fresh.operation];
  if (!same(sorted(before.security), sorted(now.security)))
    report('auth', `was ${told(before.security)} and is ${told(now.security)}`);
  if (!same(before['x-access'], now['x-access']))
    report('access', `was ${told(before['x-access'])} and is ${told(now['x-access'])}`);
  compareParameters(old, fresh, comparers.request, report);
  compareBody(before.requestBody, now.requestBody, comparers.request, report);
  for (const [status, answer] of Object.entries(before.responses ?? {})) {
    const other = now.responses?.[status];
    if (!other) report(`answer ${status}`, 'this answer was removed');
    else
      compareContent(answer.content, other.content, `answer ${status}`, comparers.answer, report);
  }
}

function compareParameters(old, fresh, compare, report) {
  const [before, now] = [parametersOf(old), parametersOf(fresh)];
  for (const [name, parameter] of before) {
    const other = now.get(name);
    if (!other) report(name, 'this parameter was removed');
    else
      compare(parameter.schema, other.schema, '', (at, reason) =>
        report(`${name} ${at}`.trim(), reason),
      );
  }
  for (const [name, { required }] of now)
    if (required && !before.get(name)?.required) report(name, 'this parameter is required now');
}

/** By kind and name; those of a path by their place in it. */
function parametersOf({ parameters, path }) {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const { in: kind, name } = parameter;
      const called = kind === 'path' ? `number ${places.indexOf(name) + 1}` : name;
      return [`${kind} parameter ${called}`, parameter];
    }),
  );
}

function compareBody(old, fresh, compare, report) {
  if (fresh?.required && !old?.required) report('request', 'a body is required now');
  if (old && !fresh) report('request', 'the body is not read any more');
  else compareContent(old?.content, fresh?.content, 'request', compare, report);
}

function compareContent(old = {}, fresh = {}, place, compare, report) {
  for (const [type, { schema }] of Object.entries(old)) {
    if (!fresh[type]) report(place, `${type} was removed`);
    else
      compare(schema, fresh[type].schema, '', (at, reason) =>
        report(at === '' ? place : `${place}: ${at}`, reason),
      );
  }
}

/** Follows `#/…` references of a document. */
function resolveReferences(document) {
  const follow = (schema) => {
    if (!schema.$ref) return schema;
    const parts = schema.$ref.replace(/^#\//, '').split('/');
    const found = parts.reduce((at, part) => at?.[part], document);
    if (!found) throw new Error(`a reference leads nowhere: ${schema.$ref}`);
    return follow(found);
  };
  return follow;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const sorted = (security) => security.map((one) => JSON.stringify(one)).sort();
const told = (value) =>
  value === undefined || value.length === 0 ? 'none' : JSON.stringify(value);
