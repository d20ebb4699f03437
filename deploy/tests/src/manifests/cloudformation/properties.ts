import type { PropertyType, ResourceProperties, SpecDatabase } from '@aws-cdk/service-spec-types';
import { callIn, type Template } from './template';

/** Returns errors that CloudFormation would report for resource properties: names, types, values, missing properties. */
export function propertyProblems(template: Template, spec: SpecDatabase): readonly string[] {
  return Object.entries(template.Resources).flatMap(([name, { Type, Properties }]) => {
    const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', Type);
    if (resource === undefined) return [`${name}: there is no ${Type}`];
    return ofTree(Properties, resource.properties, name, spec);
  });
}

type Tree = { readonly [key: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function ofTree(given: Tree, known: ResourceProperties, at: string, spec: SpecDatabase): string[] {
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required === true && !(name in given))
    .map(([name]) => `${at}.${name} is missing`);
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const property = known[name];
    if (property === undefined) return [`${at}.${name} is unknown`];
    return ofValue(value, property.type, `${at}.${name}`, spec);
  });
  return [...missing, ...wrong];
}

function ofValue(value: unknown, type: PropertyType, at: string, spec: SpecDatabase): string[] {
  const call = callIn(value);
  if (call?.name === 'Fn::If' && Array.isArray(call.argument))
    return call.argument.slice(1).flatMap((branch) => ofValue(branch, type, at, spec));
  // The value of a function call is known only at deployment.
  if (call) return [];
  switch (type.type) {
    case 'ref': {
      if (!isTree(value)) return [`${at} must have properties`];
      return ofTree(value, spec.get('typeDefinition', type.reference).properties, at, spec);
    }
    case 'array': {
      if (!Array.isArray(value)) return [`${at} must be a list`];
      return value.flatMap((item, index) => ofValue(item, type.element, `${at}.${index}`, spec));
    }
    case 'map': {
      if (!isTree(value)) return [`${at} must have keys`];
      return Object.entries(value).flatMap(([key, item]) =>
        ofValue(item, type.element, `${at}.${key}`, spec),
      );
    }
    case 'union': {
      const results = type.types.map((each) => ofValue(value, each, at, spec));
      return results.reduce((best, each) => (each.length < best.length ? each : best));
    }
    case 'string':
    case 'integer':
      return ofPrimitive(value, type, at);
    case 'number':
    case 'boolean':
      return typeof value === type.type ? [] : [`${at} must be a ${type.type}`];
    case 'date-time':
      return typeof value === 'string' ? [] : [`${at} must be a time`];
    case 'json':
      return isTree(value) || typeof value === 'string' ? [] : [`${at} must be JSON`];
    case 'tag':
      return isTree(value) && 'Key' in value && 'Value' in value ? [] : [`${at} must be a tag`];
    case 'null':
      return [`${at} must be absent`];
  }
}

function ofPrimitive(
  value: unknown,
  { type, allowedValues }: { type: 'string' | 'integer'; allowedValues?: (string | number)[] },
  at: string,
): string[] {
  const isRight = type === 'string' ? typeof value === 'string' : Number.isInteger(value);
  if (!isRight) return [`${at} must be ${type === 'string' ? 'a text' : 'a whole number'}`];
  const isAllowed = allowedValues?.includes(value as string | number) ?? true;
  return isAllowed ? [] : [`${at} must be one of ${allowedValues?.join(', ')}`];
}
